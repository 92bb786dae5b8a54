import { useSyncExternalStore } from 'react';
import { call } from '#app/call.ts';
import type { OwnClock, OwnClockAnswer, ShownClock } from './clock-shapes.ts';
import { leftAt } from './countdown.ts';
import { askTimed, type Timed } from './server-time.ts';

/** The difference of the clocks is only known nearly. */
const afterEnd = 200;

/** A creator's clock as the page knows it. */
export interface KnownClock {
  readonly clock: OwnClock | null;
  readonly ahead: number;
  /** The last question got no answer: the clock goes on from what is known. */
  readonly isLost: boolean;
}

/** Reads a creator's clock with the difference of the clocks. */
export function readClock(userName: string, signal?: AbortSignal): Promise<Timed<OwnClockAnswer>> {
  return askTimed(() => call('GET Clock/Get', { query: { userName } }, signal ? { signal } : {}));
}

/** A creator's clock, read again every now and then while something on the page shows it. */
export class LiveClock {
  readonly #userName: string;
  readonly #every: number;
  readonly #listeners = new Set<() => void>();
  #known: KnownClock | null;
  #asked = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #ending: ReturnType<typeof setTimeout> | undefined;

  /** `every`: milliseconds between two questions; `first`: what has been read already. */
  constructor(userName: string, every: number, first: Timed<OwnClockAnswer> | null = null) {
    this.#userName = userName;
    this.#every = every;
    this.#known = first && { clock: first.clock, ahead: first.ahead, isLost: false };
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
    const own = this.#asked;
    const answer = await readClock(this.#userName).catch(() => null);
    // Answers may overtake each other: only the one to the last question counts.
    if (own !== this.#asked) return;
    const before = this.#known;
    if (answer === null) this.#known = before && { ...before, isLost: true };
    else this.#known = { clock: answer.clock, ahead: answer.ahead, isLost: false };
    this.#awaitEnd();
    for (const listener of this.#listeners) listener();
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
    this.#timer = setInterval(this.#askSeen, this.#every);
    document.addEventListener('visibilitychange', this.#askSeen);
    this.#awaitEnd();
    if (this.#known === null) void this.refresh();
  }

  #stop(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#ending);
    document.removeEventListener('visibilitychange', this.#askSeen);
  }
}

const unknown = () => null;

/** What is known of a clock now; null: nothing yet. */
export function useLiveClock(live: LiveClock): KnownClock | null {
  return useSyncExternalStore(live.subscribe, live.read, unknown);
}

/** Visitors are many, and the countdown goes on by itself. */
const publicEvery = 30_000;
const shown = new Map<string, LiveClock>();

/** The page that was loaded is older than the end of its clock. */
const ended = (clock: ShownClock): ShownClock => ({ ...clock, state: 'over', endsAt: null, remaining: 0 });

/**
 * The clock of a creator whose page was loaded with one, asked for once for all parts of the page. `ahead` null: the server has not been asked yet,
 * and a cached page does not say how late it is.
 */
export function usePublicClock(
  userName: string,
  loaded: ShownClock,
): { readonly clock: ShownClock; readonly ahead: number | null } {
  const live = shown.get(userName) ?? new LiveClock(userName, publicEvery);
  shown.set(userName, live);
  const known = useLiveClock(live);
  if (known === null) return { clock: loaded, ahead: null };
  return { clock: known.clock ?? ended(loaded), ahead: known.ahead };
}
