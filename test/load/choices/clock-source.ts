import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { leftAt } from '#app/donathon/countdown.ts';
import { askTimed, ServerTime, type Timed } from '#app/donathon/server-time.ts';
import { type LiveConnection, openLive } from '#base/events/live-client.ts';
import type { TestApp } from '#test/support/start-app.ts';
import type { Stream } from './donor-world.ts';

const answer = z.object({
  data: z.object({
    now: z.string(),
    clock: z
      .object({
        state: z.enum(['running', 'paused', 'over']),
        endsAt: z.string().nullable(),
        remaining: z.number(),
      })
      .nullable(),
  }),
});

type Known = Timed<z.output<typeof answer>['data']>;

/** One way to the server takes up to so many milliseconds, each time another time. */
const wayMs = 40;

/** A browser source with the clock of a stream, which counts down by what it has read, as the product's page does. */
export class ClockSource {
  readonly #time = new ServerTime();
  readonly #key: string;
  readonly #api: TestApp['request'];
  readonly #live: LiveConnection;
  #known: Known | null = null;
  #reading = 0;
  reconnections = -1;

  constructor({ key }: Stream, url: string, api: TestApp['request']) {
    this.#key = key;
    this.#api = api;
    this.#live = openLive({
      address: (last) => `${url}/api/Widget/Events?key=${key}${last === null ? '' : `&lastEventId=${last}`}`,
      receive: (event) => {
        if (event === 'settings' || event === 'statistics') void this.#readNow().catch(() => undefined);
      },
      changed: (isOpen) => {
        if (isOpen) this.reconnections += 1;
      },
    });
  }

  get isOpen(): boolean {
    return this.#live.isOpen;
  }

  /** Reads the clock; an answer that an earlier question gets later changes nothing. */
  async #readNow(): Promise<void> {
    this.#reading += 1;
    const reading = this.#reading;
    const known = await askTimed(() => this.#ask(), this.#time);
    if (reading === this.#reading) this.#known = known;
  }

  async #ask() {
    await pause(Math.random() * wayMs);
    const { body } = await this.#api('GET Widget/Clock', { query: { key: this.#key } });
    await pause(Math.random() * wayMs);
    return answer.parse(body).data;
  }

  /** Milliseconds that it shows at a moment of `performance.now()`; null: it shows no clock. */
  leftAt(at: number): number | null {
    const known = this.#known;
    return known?.clock ? leftAt(known.clock, known.ahead, at) : null;
  }

  close(): void {
    this.#live.close();
  }
}
