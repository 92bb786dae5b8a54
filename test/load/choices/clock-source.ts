import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { leftAt } from '#app/donathon/countdown.ts';
import { askTimed, ServerTime, type Timed } from '#app/donathon/server-time.ts';
import { FiguresReader } from '#app/widgets/overlay/figures-reader.ts';
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

/** A browser source with the clock of a stream, which counts down by what it has read, with the product's own parts. */
export class ClockSource {
  readonly #time = new ServerTime();
  readonly #reader: FiguresReader<Known>;
  readonly #live: LiveConnection;
  #known: Known | null = null;
  reconnections = -1;

  constructor({ key }: Stream, url: string, api: TestApp['request']) {
    const ask = async () => {
      await pause(Math.random() * wayMs);
      const { body } = await api('GET Widget/Clock', { query: { key } });
      await pause(Math.random() * wayMs);
      return answer.parse(body).data;
    };
    this.#reader = new FiguresReader(
      () => askTimed(ask, this.#time),
      (known) => {
        this.#known = known;
      },
    );
    this.#live = openLive({
      address: (last) => `${url}/api/Widget/Events?key=${key}${last === null ? '' : `&lastEventId=${last}`}`,
      receive: (event) => {
        if (event === 'settings' || event === 'statistics') this.#reader.askSoon();
      },
      changed: (isOpen) => {
        if (isOpen) this.reconnections += 1;
      },
    });
  }

  get isOpen(): boolean {
    return this.#live.isOpen;
  }

  /** Milliseconds that it shows at a moment of `performance.now()`; null: it shows no clock. */
  leftAt(at: number): number | null {
    const known = this.#known;
    return known?.clock ? leftAt(known.clock, known.ahead, at) : null;
  }

  close(): void {
    this.#reader.close();
    this.#live.close();
  }
}
