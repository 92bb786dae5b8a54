import type { Tx } from '#base/db/db.server.ts';
import type { Minor } from '#base/money/money.ts';
import type { DonorNotice } from './donor-notice.server.ts';
import type { EndReason } from './membership-state.ts';

/** What a listener learns of any event of a membership. `amount`: minor units a month. */
interface MembershipNotice {
  readonly membershipId: string;
  readonly projectId: string;
  /** The level that the member has; null: none, or a sum of the member's own. */
  readonly levelId: string | null;
  readonly amount: Minor;
  readonly months: number;
  /** Somebody else has paid, and nothing is charged. */
  readonly isGifted: boolean;
}

/** The donation that paid a month, or several as a gift. `name` is null for an anonymous donor; stop words are masked. */
export interface PaidMonthNotice extends MembershipNotice {
  readonly donationId: string;
  readonly name: string | null;
  readonly paidUntil: Date;
}

/** `willRetry`: the month is tried again, else the membership pauses. */
export interface RefusedMonthNotice extends MembershipNotice {
  readonly refusal: string;
  readonly tries: number;
  readonly nextTryAt: Date | null;
}

export interface EndedNotice extends MembershipNotice {
  readonly reason: EndReason;
}

/** A message to members that these are to be notified of. */
interface WrittenNotice {
  readonly messageId: string;
  readonly personIds: readonly string[];
}

/** A published post that some of its readers are to be notified of. */
interface PublishedNotice {
  readonly postId: string;
  readonly personIds: readonly string[];
}

/** Runs in the transaction of the event; an error rolls it back. */
type Listener<Notice> = (tx: Tx, notice: Notice) => Promise<void>;

/** The listeners of memberships. */
export class MembershipEvents {
  readonly #started: Listener<PaidMonthNotice>[] = [];
  readonly #charged: Listener<PaidMonthNotice>[] = [];
  readonly #failed: Listener<RefusedMonthNotice>[] = [];
  readonly #ended: Listener<EndedNotice>[] = [];
  readonly #written: Listener<WrittenNotice>[] = [];
  readonly #published: Listener<PublishedNotice>[] = [];
  readonly #noticed: Listener<readonly DonorNotice[]>[] = [];

  onStarted(listener: Listener<PaidMonthNotice>): void {
    this.#started.push(listener);
  }

  onCharged(listener: Listener<PaidMonthNotice>): void {
    this.#charged.push(listener);
  }

  onFailed(listener: Listener<RefusedMonthNotice>): void {
    this.#failed.push(listener);
  }

  onEnded(listener: Listener<EndedNotice>): void {
    this.#ended.push(listener);
  }

  onWritten(listener: Listener<WrittenNotice>): void {
    this.#written.push(listener);
  }

  onPublished(listener: Listener<PublishedNotice>): void {
    this.#published.push(listener);
  }

  onNoticed(listener: Listener<readonly DonorNotice[]>): void {
    this.#noticed.push(listener);
  }

  /** The first month was paid, or gifted months have begun. */
  async started(tx: Tx, notice: PaidMonthNotice): Promise<void> {
    for (const listener of this.#started) await listener(tx, notice);
  }

  /** A month was paid, the first one too. */
  async charged(tx: Tx, notice: PaidMonthNotice): Promise<void> {
    for (const listener of this.#charged) await listener(tx, notice);
  }

  async failed(tx: Tx, notice: RefusedMonthNotice): Promise<void> {
    for (const listener of this.#failed) await listener(tx, notice);
  }

  async ended(tx: Tx, notice: EndedNotice): Promise<void> {
    for (const listener of this.#ended) await listener(tx, notice);
  }

  /** A creator has written to some of his members. */
  async written(tx: Tx, notice: WrittenNotice): Promise<void> {
    for (const listener of this.#written) await listener(tx, notice);
  }

  /** Donors are to be notified of their memberships. */
  async noticed(tx: Tx, notices: readonly DonorNotice[]): Promise<void> {
    if (notices.length > 0) for (const listener of this.#noticed) await listener(tx, notices);
  }

  /** A creator has published a post for some members. */
  async published(tx: Tx, notice: PublishedNotice): Promise<void> {
    for (const listener of this.#published) await listener(tx, notice);
  }
}
