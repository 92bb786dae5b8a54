import type { Database } from '#base/db/db.server.ts';
import type { ProcessClock } from '#base/process/process-clock.server.ts';

/** A clock that ends each wait at once; what the database has noted about questions to the providers becomes as much older. */
export class QuestionClock implements ProcessClock {
  readonly #db: () => Database;
  #moving: Promise<void> = Promise.resolve();
  /** How many milliseconds were not waited. */
  moved = 0;

  constructor(db: () => Database) {
    this.#db = db;
  }

  now(): number {
    return Date.now() + this.moved;
  }

  /** Waits at the same time pass together, as real ones do. */
  pause(milliseconds: number): Promise<void> {
    const end = this.now() + milliseconds;
    this.#moving = this.#moving.then(() => this.#moveTo(end));
    return this.#moving;
  }

  /** What `read` reads while the clock does not move. */
  async still<Result>(read: () => Promise<Result>): Promise<Result> {
    const reading = this.#moving.then(read);
    this.#moving = reading.then(() => undefined);
    return reading;
  }

  async #moveTo(end: number): Promise<void> {
    const left = end - this.now();
    if (left <= 0) return;
    const older = `update payment set asked_at = asked_at - $1 * interval '1 millisecond'`;
    await this.#db().pool.query(older, [left]);
    this.moved += left;
  }
}
