import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { TestApp } from '#test/support/start-app.ts';

/** A page whose reports sometimes arrive a second time, long after the first. */
export interface LatePage {
  /** Reports under an earlier lease that arrived while the page held the alert under a later one. */
  readonly late: number;
  /** Those of them that were accepted. */
  readonly lateTaken: number;
  close(): Promise<void>;
}

/** The longest time that an alert plays, in milliseconds; longer for a digest, so that presses on its first donation hit it. */
const playing = { one: 25, digest: 600 } as const;

const leased = z.object({ data: z.object({ alertId: z.string(), leaseId: z.int(), digest: z.unknown() }).nullable() });

class RunningPage implements LatePage {
  readonly #app: TestApp;
  readonly #page: { readonly key: string; readonly source: string };
  /** The last lease under which each alert was shown here. */
  readonly #before = new Map<string, number>();
  readonly #running: Promise<void>;
  #isOn = true;
  late = 0;
  lateTaken = 0;

  constructor(app: TestApp, page: { key: string; source: string }) {
    this.#app = app;
    this.#page = page;
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#isOn = false;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#isOn) {
      const answer = await this.#app.api('POST Widget/Next', { body: { ...this.#page, isVisible: true } });
      const { data } = leased.parse(answer.body);
      if (data === null) await pause(5 + Math.random() * 20);
      else await this.#show(data);
    }
  }

  async #show({ alertId, leaseId, digest }: { alertId: string; leaseId: number; digest: unknown }): Promise<void> {
    await this.#comeLate(alertId);
    if ((await this.#report(alertId, leaseId, 'playing')) !== 200) return;
    await pause(Math.random() * (digest === null ? playing.one : playing.digest));
    await this.#comeLate(alertId);
    if ((await this.#report(alertId, leaseId, 'shown')) === 200) this.#before.set(alertId, leaseId);
  }

  /** Sends the report of the earlier lease once more. */
  async #comeLate(alertId: string): Promise<void> {
    const before = this.#before.get(alertId);
    if (before === undefined) return;
    this.late += 1;
    if ((await this.#report(alertId, before, 'shown')) === 200) this.lateTaken += 1;
  }

  async #report(alertId: string, leaseId: number, state: string): Promise<number> {
    const body = { ...this.#page, alertId, leaseId, state };
    return (await this.#app.api('POST Widget/Report', { body })).status;
  }
}

export function runLatePage(app: TestApp, key: string, source: string): LatePage {
  return new RunningPage(app, { key, source });
}
