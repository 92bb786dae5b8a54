import { useSyncExternalStore } from 'react';
import { call } from '#app/call.ts';
import type { OwnClock, OwnClockAnswer } from './clock-shapes.ts';
import { leftAt } from './countdown.ts';
import { askTimed, type Timed } from './server-time.ts';

/** The difference of the clocks is only known nearly. */
const afterEnd = 200;
/** Between two questions while no clock runs. */
const restEvery = 30_000;
/** A question that is lost on the way must not keep the next one waiting. */
const longestWait = 15_000;
/** How long a screen that is of use without a clock waits for it. */
const shortWait = 1_000;

/** A creator's clock as the page knows it. */
export interface KnownClock {
  readonly clock: OwnClock | null;
  readonly ahead: number;
  /** The number of the question that this answers. */
  readonly question: number;
  /** The last question got no answer: the clock goes on from what is known. */
  readonly isLost: boolean;
}

/** Reads a creator's clock with the difference of the clocks. */
export function readClock(userName: string, signal: AbortSignal): Promise<Timed<OwnClockAnswer>> {
  return askTimed(() => call('GET Clock/Get', { query: { userName } }, { signal }));
}

/** Reads a creator's clock for a screen that does not wait for it long; null: it is asked for again once the screen is there. */
export function readClockSoon(userName: string): Promise<Timed<OwnClockAnswer> | null> {
  return readClock(userName, AbortSignal.timeout(shortWait)).catch(() => null);
}

/** How a clock is followed. */
interface LiveClockOptions {
  readonly read: (signal: AbortSignal) => Promise<Timed<OwnClockAnswer>>;
  /** Milliseconds between an answer and the next question while a clock runs. */
  readonly every: number;
  /** What has been read just now. */
  readonly first?: Timed<OwnClockAnswer>;
}

/** A creator's clock, read again every now and then while something on the page shows it. */
export class LiveClock {
  readonly #read: LiveClockOptions['read'];
  readonly #every: number;
  readonly #listeners = new Set<() => void>();
  #known: KnownClock | null;
  #isFresh: boolean;
  #asked = 0;
  #open = 0;
  #next: ReturnType<typeof setTimeout> | undefined;
  #ending: ReturnType<typeof setTimeout> | undefined;

  constructor({ read, every, first }: LiveClockOptions) {
    this.#read = read;
    this.#every = every;
    this.#isFresh = first !== undefined;
    this.#known = first === undefined ? null : { clock: first.clock, ahead: first.ahead, question: 0, isLost: false };
  }

  readonly read = (): KnownClock | null => this.#known;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  };

  /** Asks now. A failure leaves the clock as it is. */
  async refresh(): Promise<void> {
    this.#asked += 1;
    const question = this.#asked;
    this.#open += 1;
    clearTimeout(this.#next);
    const answer = await this.#read(AbortSignal.timeout(longestWait)).catch(() => null);
    this.#open -= 1;
    this.#take(question, answer);
    this.#awaitEnd();
    this.#awaitNext();
  }

  /** Answers may overtake each other: one that is older than what is known changes nothing. */
  #take(question: number, answer: Timed<OwnClockAnswer> | null): void {
    const before = this.#known;
    if (before !== null && question <= before.question) return;
    if (answer === null) this.#known = before && { ...before, isLost: true };
    else this.#known = { clock: answer.clock, ahead: answer.ahead, question, isLost: false };
    for (const listener of this.#listeners) listener();
  }

  get #isRunning(): boolean {
    return this.#known === null || (this.#known.clock !== null && this.#known.clock.state !== 'over');
  }

  /** Asks some time after the last answer, so that a slow connection is never asked twice at once. */
  #awaitNext(): void {
    clearTimeout(this.#next);
    if (this.#listeners.size === 0 || this.#open > 0) return;
    this.#next = setTimeout(this.#askSeen, this.#isRunning ? this.#every : Math.max(this.#every, restEvery));
  }

  /** Asks once the time has run out, so that the end is seen at once. */
  #awaitEnd(): void {
    clearTimeout(this.#ending);
    const { clock, ahead } = this.#known ?? { clock: null, ahead: 0 };
    if (this.#listeners.size === 0 || clock === null || clock.endsAt === null) return;
    const left = leftAt(clock, ahead, performance.now());
    if (left > 0 && left < this.#every) this.#ending = setTimeout(this.#askSeen, left + afterEnd);
  }

  readonly #askSeen = () => {
    if (document.visibilityState === 'visible') void this.refresh();
  };

  #start(): void {
    document.addEventListener('visibilitychange', this.#askSeen);
    this.#awaitEnd();
    if (this.#isFresh) this.#awaitNext();
    else void this.refresh();
    this.#isFresh = false;
  }

  #stop(): void {
    clearTimeout(this.#next);
    clearTimeout(this.#ending);
    document.removeEventListener('visibilitychange', this.#askSeen);
  }
}

const unknown = () => null;

/** What is known of a clock now; null: nothing yet. */
export function useLiveClock(live: LiveClock): KnownClock | null {
  return useSyncExternalStore(live.subscribe, live.read, unknown);
}
