/** An answer that names the moment at which the server made it; `sentAt` and `receivedAt` by the page's own timer, in milliseconds. */
interface TimedAnswer {
  readonly sentAt: number;
  readonly receivedAt: number;
  /** ISO 8601. */
  readonly now: string;
}

interface Measured {
  /** How long the way there and back took. */
  readonly trip: number;
  /** How far the server's clock is ahead of the page's timer; wrong by half the trip at most. */
  readonly ahead: number;
}

/** A longer trip leaves more doubt than a second that changes on two screens may show. */
const sureTrip = 150;

/** How many answers are asked for at once, until one comes quickly enough. */
const mostTries = 3;

/** What the server's clock shows, from answers that name it: the one with the shortest trip says it best. */
export class ServerTime {
  #best: Measured | null = null;
  /** Answers since the page was opened or has slept. */
  #answers = 0;

  /** Takes in an answer. Returns how far the server's clock is ahead, as far as is known by now. */
  take({ sentAt, receivedAt, now }: TimedAnswer): number {
    const measured = { trip: receivedAt - sentAt, ahead: Date.parse(now) - (sentAt + receivedAt) / 2 };
    const best = this.#best;
    // A computer that slept has lost time: then both cannot be right, and the later one is.
    const isMoved = best !== null && Math.abs(best.ahead - measured.ahead) > (best.trip + measured.trip) / 2 + 1;
    this.#answers = isMoved ? 1 : this.#answers + 1;
    if (best !== null && !isMoved && best.trip < measured.trip) return best.ahead;
    this.#best = measured;
    return measured.ahead;
  }

  /** The best answer was quick enough to count whole seconds by it. */
  get isSure(): boolean {
    return this.#best !== null && this.#best.trip <= sureTrip;
  }

  /** Whether to ask at once again. On a slow connection that helps no more after some answers. */
  get isWorthAsking(): boolean {
    return !this.isSure && this.#answers < mostTries;
  }
}

const pageTime = new ServerTime();

/** An answer, with how far the server's clock is ahead of `performance.now()`, which no change of the computer's clock moves. */
export type Timed<Answer> = Answer & { readonly ahead: number };

async function askOnce<Answer extends { readonly now: string }>(
  ask: () => Promise<Answer>,
  time: ServerTime,
): Promise<Timed<Answer>> {
  const sentAt = performance.now();
  const answer = await ask();
  return { ...answer, ahead: time.take({ sentAt, receivedAt: performance.now(), now: answer.now }) };
}

/**
 * Asks for something that counts down, and takes the difference of the clocks from the answer. The first time it asks again until an answer comes
 * quickly enough; whatever becomes of that, the last answer counts.
 */
export async function askTimed<Answer extends { readonly now: string }>(
  ask: () => Promise<Answer>,
  time = pageTime,
): Promise<Timed<Answer>> {
  let last = await askOnce(ask, time);
  while (time.isWorthAsking) {
    const next = await askOnce(ask, time).catch(() => null);
    if (next === null) return last;
    last = next;
  }
  return last;
}
