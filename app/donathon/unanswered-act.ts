import { failures, isRefused } from '#base/calls/errors.ts';
import { newKey } from '#base/calls/new-key.ts';
import type { ClockBody } from './clock-shapes.ts';

type Act = Exclude<ClockBody, { act: 'start' }>;
/** What an act says beside the clock that it is about. */
export type ActOnClock = Act extends infer One ? (One extends Act ? Omit<One, 'clockId' | 'revision'> : never) : never;

/** Which clock an act is about, and as which revision it was read. */
interface ReadClock {
  readonly clockId: string;
  readonly revision: number;
}

interface Attempt {
  readonly asked: ActOnClock;
  readonly read: ReadClock;
  readonly idempotencyKey: string;
}

type Post = (attempt: Attempt) => Promise<unknown>;

/** The first request may still be running. */
const isAnswered = (failure: unknown) => isRefused(failure) && !failures.requestInProgress.is(failure);

/**
 * An act whose answer got lost may have been done. Until that is known no other one is sent: it is asked again under its key and over the revision
 * that it was made for, although the clock has been read since.
 */
export class UnansweredAct {
  #open: Attempt | null = null;

  /** The act of which nobody knows whether it was done; null: there is none. */
  get open(): ActOnClock | null {
    return this.#open?.asked ?? null;
  }

  /** Sends an act, or in its place the one that has no answer yet, and returns which. Throws what `post` throws. */
  async send(asked: ActOnClock, read: ReadClock, post: Post): Promise<ActOnClock> {
    const attempt = this.#open ?? { asked, read, idempotencyKey: newKey() };
    this.#open = attempt;
    try {
      await post(attempt);
      this.#open = null;
    } catch (failure) {
      if (isAnswered(failure)) this.#open = null;
      throw failure;
    }
    return attempt.asked;
  }
}
