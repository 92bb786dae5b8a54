/** A group of messages that share places of their own, so that they do not delay the others. */
export interface SendLane<Due> {
  /** The most messages under way at once in this process. */
  readonly atOnce: number;
  /** Leases at most so many due messages for this process. */
  claim(most: number): Promise<readonly Due[]>;
  /** Sends one and records the result under its lease. */
  send(due: Due): Promise<void>;
}

interface LeaseTimes {
  /** After this time another process may claim the message of one that died. */
  readonly leaseSeconds: number;
  /** Milliseconds within which a message is sent and the result recorded. */
  readonly longestSend: number;
}

/** Sends leased messages of an outbox, many at once. Any number of processes may run it. */
export class LeasedSends<Due> {
  readonly #times: LeaseTimes;
  readonly #lanes: readonly { readonly lane: SendLane<Due>; readonly sends: Set<Promise<void>> }[];
  #filling: Promise<void> | null = null;
  #isWanted = false;
  #isStopping = false;
  #failure: { readonly error: unknown } | null = null;

  constructor(lanes: readonly SendLane<Due>[], times: LeaseTimes) {
    this.#times = times;
    this.#lanes = lanes.map((lane) => ({ lane, sends: new Set() }));
  }

  /** Starts to send due messages as far as the lanes have room, without waiting for receivers. Throws the last failure of earlier ones. */
  async begin(): Promise<void> {
    await this.#fill();
    const failure = this.#failure;
    this.#failure = null;
    if (failure) throw failure.error;
  }

  /** Starts nothing more and waits for the messages under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#filling;
    await Promise.all(this.#lanes.flatMap(({ sends }) => [...sends]));
  }

  #fill(): Promise<void> {
    this.#isWanted = true;
    this.#filling ??= this.#claimAll().finally(() => {
      this.#filling = null;
    });
    return this.#filling;
  }

  async #claimAll(): Promise<void> {
    while (this.#isWanted && !this.#isStopping) {
      this.#isWanted = false;
      for (const { lane, sends } of this.#lanes) {
        const free = lane.atOnce - sends.size;
        if (free === 0) continue;
        const claimedAt = performance.now();
        for (const due of await lane.claim(free)) this.#follow(this.#inTime(lane, due, claimedAt), sends);
      }
    }
  }

  #follow(begun: Promise<void>, sends: Set<Promise<void>>): void {
    const sending = begun
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => {
        sends.delete(sending);
        // A place is free: the next message need not wait for the next round.
        if (!this.#isStopping) this.#fill().catch((error: unknown) => (this.#failure = { error }));
      });
    sends.add(sending);
  }

  async #inTime(lane: SendLane<Due>, due: Due, claimedAt: number): Promise<void> {
    const { leaseSeconds, longestSend } = this.#times;
    // The process was suspended: another one may have claimed the message.
    if (performance.now() - claimedAt > leaseSeconds * 1_000 - longestSend) return;
    await lane.send(due);
  }
}
