/** An alert as its creator saw it: the names of its donors and its message. */
export interface SeenAlert {
  readonly names: readonly string[];
  readonly message: string | null;
}

/** A press that the server has accepted, with the alerts that it named as the creator saw them. */
export interface Press {
  readonly action: string;
  readonly named: readonly SeenAlert[];
}

/** A change of one donation's alert in the database. */
export interface Step {
  readonly name: string;
  readonly message: string | null;
  readonly was: string;
  readonly state: string;
  readonly reason: string | null;
}

export interface PressFaults {
  /** Alerts skipped or rejected without having been named. */
  readonly lost: number;
  /** Alerts approved with a message that the creator had not read, or without having been named. */
  readonly unread: number;
  /** Alerts that are neither shown, skipped nor rejected at the end. */
  readonly stuck: number;
}

export const noPressFaults: PressFaults = { lost: 0, unread: 0, stuck: 0 };

const wordsOf = (name: string, message: string | null) => JSON.stringify([name, message]);

/** How often accepted presses of an action named each donation, by donor and message. */
class Named {
  readonly #times = new Map<string, number>();

  constructor(presses: readonly Press[], action: string) {
    const named = presses.filter((press) => press.action === action).flatMap((press) => press.named);
    for (const { names, message } of named) {
      for (const name of names) this.#add(wordsOf(name, message), 1);
    }
  }

  #add(words: string, times: number): number {
    const left = (this.#times.get(words) ?? 0) + times;
    this.#times.set(words, left);
    return left;
  }

  /** Whether a press explains the step. Each press explains one step. */
  explains({ name, message }: Step): boolean {
    return this.#add(wordsOf(name, message), -1) >= 0;
  }
}

/** Compares the steps of alerts with the presses of their creators. A pure function, so that tests can pass forged evidence. */
export function findPressFaults(steps: readonly Step[], presses: readonly Press[]): PressFaults {
  const skipped = new Named(presses, 'skip');
  const rejected = new Named(presses, 'reject');
  const approved = new Named(presses, 'approve');
  const last = new Map<string, string>();
  let lost = 0;
  let unread = 0;
  for (const step of steps) {
    const { was, state } = step;
    last.set(step.name, state);
    if (state === 'skipped' && step.reason !== 'refunded' && !skipped.explains(step)) lost += 1;
    if (state === 'rejected' && !rejected.explains(step)) lost += 1;
    if (state === 'queued' && (was === 'held' || was === 'rejected') && !approved.explains(step)) unread += 1;
  }
  const ends = ['shown', 'skipped', 'rejected'];
  return { lost, unread, stuck: [...last.values()].filter((state) => !ends.includes(state)).length };
}
