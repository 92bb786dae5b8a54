import { setTimeout as wait } from 'node:timers/promises';

/** The time of this process and its waits. Whoever spaces, retries or gives up takes one, so that a test moves it instead of waiting. */
export interface ProcessClock {
  /** Milliseconds since 1970. */
  now(): number;
  pause(milliseconds: number): Promise<void>;
}

export const processClock: ProcessClock = {
  now: () => Date.now(),
  pause: (milliseconds) => wait(milliseconds),
};
