import { isRefused } from '#base/calls/errors.ts';
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
  readonly asked: string;
  readonly read: ReadClock;
  readonly idempotencyKey: string;
}

const wordsOf = (asked: ActOnClock) => JSON.stringify(asked);

/**
 * An act whose answer got lost may have been done. Whoever asks for the same one again repeats it: under its key, and over the revision that it was
 * made for, although the clock has been read since.
 */
export class UnansweredAct {
  #attempt: Attempt | null = null;

  /** Sends an act; an unanswered one is sent as it was. Throws what `post` throws. */
  async send(
    asked: ActOnClock,
    read: ReadClock,
    post: (read: ReadClock, idempotencyKey: string) => Promise<unknown>,
  ): Promise<void> {
    const attempt = this.#same(asked, read) ?? { asked: wordsOf(asked), read, idempotencyKey: newKey() };
    this.#attempt = attempt;
    try {
      await post(attempt.read, attempt.idempotencyKey);
      this.#attempt = null;
    } catch (failure) {
      if (isRefused(failure)) this.#attempt = null;
      throw failure;
    }
  }

  #same(asked: ActOnClock, { clockId }: ReadClock): Attempt | null {
    const last = this.#attempt;
    return last !== null && last.asked === wordsOf(asked) && last.read.clockId === clockId ? last : null;
  }
}
