import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { ServerProcess } from '#test/load/server-fleet.ts';
import type { ApiAnswer } from '#test/support/start-app.ts';
import { reportName } from './lease-evidence.ts';

const leased = z.object({ data: z.object({ alertId: z.string(), leaseId: z.int() }).nullable() });
type Lease = NonNullable<z.output<typeof leased>['data']>;

/** What all pages of a run have done. */
export class PageLog {
  /** When each report was sent first, by its name. */
  readonly sent = new Map<string, number>();
  /** Sounds that viewers played, by alert and lease. */
  readonly played: string[] = [];
  /** Answers that came after their page had asked another process. */
  late = 0;
  /** Late answers that refused a report, because its lease was lost. */
  lateRefused = 0;
}

/** A widget page that asks any process and asks another one when it gets no answer in time. */
export class LeasePage {
  readonly #servers: readonly ServerProcess[];
  readonly #page: { readonly key: string; readonly source: string };
  readonly #log: PageLog;
  readonly #running: Promise<void>;
  readonly #late: Promise<void>[] = [];
  #isOn = true;

  constructor(servers: readonly ServerProcess[], page: { key: string; source: string }, log: PageLog) {
    this.#servers = servers;
    this.#page = page;
    this.#log = log;
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#isOn = false;
    await this.#running;
    await Promise.all(this.#late);
  }

  async #run(): Promise<void> {
    while (this.#isOn) {
      const answer = await this.#ask('POST Widget/Next', { isVisible: true });
      const { data } = answer?.status === 200 ? leased.parse(answer.body) : { data: null };
      if (data === null) await pause(randomInt(50, 250));
      else await this.#show(data);
    }
  }

  async #show(lease: Lease): Promise<void> {
    // The page loads the sound before it begins.
    await pause(randomInt(0, 200));
    if (!(await this.#report(lease, 'playing'))) return;
    this.#log.played.push(`${lease.alertId} ${lease.leaseId}`);
    await pause(randomInt(20, 300));
    await this.#report(lease, 'shown');
  }

  /** Reports until an answer comes; whether it was taken. */
  async #report({ alertId, leaseId }: Lease, state: 'playing' | 'shown'): Promise<boolean> {
    const name = reportName(alertId, leaseId, state);
    if (!this.#log.sent.has(name)) this.#log.sent.set(name, Date.now());
    for (const giveUpAt = Date.now() + 60_000; Date.now() < giveUpAt; ) {
      const answer = await this.#ask('POST Widget/Report', { alertId, leaseId, state });
      if (answer?.status === 200) return true;
      if (answer !== null && answer.status < 500) return false;
    }
    return false;
  }

  async #ask(call: string, body: object): Promise<ApiAnswer | null> {
    const server = this.#servers[randomInt(this.#servers.length)];
    if (server === undefined) throw new Error('the fleet has no servers');
    const asked = server.api(call, { body: { ...this.#page, ...body } }).catch(() => null);
    const answer = await Promise.race([asked, pause(randomInt(50, 1_200), 'late' as const)]);
    if (answer !== 'late') return answer;
    this.#late.push(
      asked.then((one) => {
        this.#log.late += 1;
        if (one?.status === 409) this.#log.lateRefused += 1;
      }),
    );
    return null;
  }
}
