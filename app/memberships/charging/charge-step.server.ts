import { randomUUID } from 'node:crypto';
import { findProject, projectOfUser } from '#app/creators/creators.server.ts';
import { donationKind } from '#app/donations/donation-owner.server.ts';
import { donationInsert } from '#app/donations/donations-store.server.ts';
import { donationOfMonth, priceMonth } from '#app/donations/monthly-donations.server.ts';
import { otherPaymentOpen } from '#app/payments/payment-failures.ts';
import { donationLine } from '#app/payments/payment-lines.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import type { Sealer } from '#base/config/secrets.server.ts';
import type { Database, Tx } from '#base/db/db.server.ts';
import { outdateCached } from '#base/events/cache-tags.server.ts';
import { minor } from '#base/money/money.ts';
import { type ChargeRow, insertCharge, readCharge, readLastMessage, saveCharge } from '../charge-store.server.ts';
import type { Clock } from '../clock.server.ts';
import { donorNotice } from '../donor-notice.server.ts';
import { type EndingDeps, endMembership, membershipsTag } from '../endings.server.ts';
import type { EndReason } from '../membership-state.ts';
import { isCharged, isEnjoyed, refusedCharge } from '../membership-steps.server.ts';
import { lockMembership, type MembershipRow, saveMembership } from '../membership-store.server.ts';
import { agreedTerms, isSameChoice } from '../membership-terms.ts';
import { calendarMonth } from '../month-starts.server.ts';
import { addToCalendarMonth } from '../totals-store.server.ts';

export interface ChargeOptions extends EndingDeps {
  readonly db: Database;
  readonly payments: Pick<Payments, 'charges' | 'openPayment'>;
  readonly clock: Clock;
  readonly sealer: Sealer;
}

/** `later`: the outcome is not known, or nothing may be charged now. */
export type StepOutcome = 'done' | 'later';

const hasSameCard = ({ tokenSealed: one }: MembershipRow, { tokenSealed: other }: MembershipRow) =>
  one === null || other === null ? one === other : one.equals(other);

/** A payment over an earlier sum is open at the provider, and was not stored because another one was chosen just then: it runs out. */
function unlessOpen(error: unknown): false {
  if (otherPaymentOpen.is(error)) return false;
  throw error;
}

/** What a payment over the agreed terms writes of them. */
const chargedTerms = (row: MembershipRow) => ({ ...agreedTerms(row), isChange: row.nextAmount !== null });

/** Why nothing may be charged any more; null: the creator and the donor are there, and not blocked. */
async function reasonToEnd(tx: Tx, { projectId, personId }: MembershipRow): Promise<EndReason | null> {
  if (!(await findProject(tx, projectId))?.isAvailable) return 'CreatorGone';
  return (await projectOfUser(tx, personId))?.isAvailable ? null : 'PersonGone';
}

/**
 * Charges the next month of a leased membership. A month has one donation, and a payment is opened only after those before it are known to
 * have failed, or was refused at another payment system than that of the card; the system charges each payment once. So neither a crash nor another
 * process charges a month twice.
 */
export class ChargeStep {
  readonly #options: ChargeOptions;

  constructor(options: ChargeOptions) {
    this.#options = options;
  }

  async run(leased: MembershipRow): Promise<StepOutcome> {
    const { payments } = this.#options;
    const charge = await this.#prepare(leased);
    if (charge === null) return 'done';
    const { system } = leased;
    const known = await payments.charges.stateOf(charge.donationId, system);
    if (known === 'unknown' || known === 'paid') return 'later';
    const isUnderWay = charge.state === 'Open';
    if (isUnderWay && known === 'failed') return this.#refuse(leased, charge);
    // The card that was charged before was another system's: that one may still take the money.
    if (isUnderWay && known === 'elsewhere') return 'later';
    const isOpen = known === 'open' || known === 'elsewhere';
    // A payment over another amount than the donor has agreed to by now runs out before the next one is opened.
    if (isOpen && charge.amount !== agreedTerms(leased).amount) return 'later';
    const token = leased.tokenSealed && this.#options.sealer.open(leased.tokenSealed)?.text;
    if (!token) return this.#refuse(leased, charge, 'CardMissing');
    const isReady = await (known === 'open'
      ? this.#reopen(leased, charge)
      : this.#open(leased, charge).catch(unlessOpen));
    if (!isReady) return 'later';
    const outcome = await payments.charges.charge(charge.donationId, { system, token });
    if (typeof outcome === 'object') return this.#refuse(leased, charge, outcome.refusal);
    if (outcome === 'failed') return this.#refuse(leased, charge);
    return outcome === 'paid' ? 'done' : 'later';
  }

  /** Runs `work` with the membership locked, while it is charged and its next month is still the same. */
  #sameMonth<Result>(leased: MembershipRow, work: (tx: Tx, row: MembershipRow) => Promise<Result>) {
    return this.#options.db.transaction(async (tx) => {
      const row = await lockMembership(tx, leased.id);
      return row !== null && isCharged(row) && row.months === leased.months ? work(tx, row) : null;
    });
  }

  /** The same, only while this lease is the last one. */
  #underLease<Result>(leased: MembershipRow, work: (tx: Tx, row: MembershipRow) => Promise<Result>) {
    return this.#sameMonth(leased, async (tx, row) => (row.lease === leased.lease ? work(tx, row) : null));
  }

  /** The charge of the next month, which stays the same until it is paid; null: nothing is to be charged. */
  #prepare(leased: MembershipRow): Promise<ChargeRow | null> {
    const { clock } = this.#options;
    return this.#underLease(leased, async (tx, row) => {
      const now = await clock(tx);
      if (row.dueAt === null || row.dueAt > now) return null;
      const reason = await reasonToEnd(tx, row);
      if (reason !== null) {
        await endMembership(tx, this.#options, { row, reason, now });
        return null;
      }
      const month = row.months + 1;
      const { id: membershipId } = row;
      const { amount } = agreedTerms(row);
      const made = { membershipId, month, donationId: randomUUID(), amount, state: 'Waiting', at: now } as const;
      await insertCharge(tx, made);
      const charge = await readCharge(tx, membershipId, month);
      if (charge?.state !== 'Failed') return charge;
      const fresh: ChargeRow = { ...charge, state: 'Waiting', tries: 0 };
      await saveCharge(tx, fresh);
      return fresh;
    });
  }

  /** Opens the payment of a try and stores it; false: it may not be opened now. */
  async #open(leased: MembershipRow, charge: ChargeRow): Promise<boolean> {
    const { db, payments } = this.#options;
    const { projectId, personId, name, isAnonymous, system } = leased;
    const { donationId, membershipId, month } = charge;
    const amount = minor(agreedTerms(leased).amount);
    const made = await donationOfMonth(db, {
      donationId,
      projectId,
      personId,
      membershipId,
      month,
      amount,
      name,
      isAnonymous,
      message: await readLastMessage(db, membershipId),
    });
    const project = await findProject(db, projectId);
    if (made === null || project === null) return false;
    const description = `Поддержка автора ${project.displayName}, месяц ${month}`.slice(0, 200);
    const write = await payments.openPayment(
      {
        kind: donationKind,
        reference: donationId,
        amount,
        lines: [donationLine(project, amount)],
        description,
        returnPath: `/thanks/${donationId}`,
        system,
        isWithoutPayer: true,
      },
      { insert: donationInsert, row: made.donation },
    );
    const isStored = await this.#underLease(leased, async (tx, row) => {
      if (!isSameChoice(agreedTerms(row), agreedTerms(leased)) || !hasSameCard(row, leased)) return false;
      await write(tx);
      await made.writeChoice(tx);
      if (charge.amount !== amount) await priceMonth(tx, donationId, amount);
      await saveCharge(tx, { ...charge, ...chargedTerms(row), state: 'Open', hasNewCard: false });
      return true;
    });
    return isStored ?? false;
  }

  /** Counts a member whose month is not paid any more as gone, until it is. */
  async #lose(tx: Tx, { projectId }: MembershipRow, now: Date): Promise<void> {
    await addToCalendarMonth(tx, { projectId, month: calendarMonth(now, this.#options.timeZone) }, { ended: 1 });
    await outdateCached(tx, [membershipsTag(projectId)]);
  }

  /** Marks the month as under way whose open payment was refused before; false: it may not be charged now. */
  async #reopen(leased: MembershipRow, charge: ChargeRow): Promise<boolean> {
    if (charge.state === 'Open') return true;
    const isMarked = await this.#underLease(leased, async (tx, row) => {
      const terms = chargedTerms(row);
      if (terms.amount !== charge.amount || !hasSameCard(row, leased)) return false;
      await saveCharge(tx, { ...charge, ...terms, state: 'Open', hasNewCard: false });
      return true;
    });
    return isMarked ?? false;
  }

  /**
   * Books a refused try, once, whoever has the lease by now: the try has a number and a card. A refusal of a card that has been replaced
   * meanwhile is no try, and the month is charged again at once.
   */
  async #refuse(leased: MembershipRow, charge: ChargeRow, code?: string): Promise<StepOutcome> {
    const { payments, clock, events } = this.#options;
    const refusal = code ?? (await payments.charges.failureOf(charge.donationId, leased.system)) ?? 'Refused';
    await this.#sameMonth(leased, async (tx, row) => {
      const present = await readCharge(tx, charge.membershipId, charge.month);
      if (present === null || (present.state !== 'Open' && present.state !== 'Waiting')) return;
      if (present.tries !== charge.tries) return;
      const now = await clock(tx);
      if (present.hasNewCard) {
        await saveMembership(tx, { ...row, dueAt: now });
        return saveCharge(tx, { ...present, state: 'Waiting', hasNewCard: false });
      }
      // What was asked for is booked by now, or is asked for only now.
      if (!hasSameCard(row, leased) || row.retryState !== leased.retryState) return;
      const refused = refusedCharge(row, present, { refusal, now });
      await saveMembership(tx, refused.membership);
      await saveCharge(tx, refused.charge);
      if (isEnjoyed(row) && !isEnjoyed(refused.membership)) await this.#lose(tx, row, now);
      const { id: membershipId, projectId, levelId, months } = row;
      const { tries } = refused.charge;
      const amount = minor(charge.amount);
      const nextTryAt = refused.membership.dueAt;
      const what = { membershipId, projectId, levelId, amount, months, isGifted: false };
      await events.failed(tx, { ...what, refusal, tries, nextTryAt });
      // A month that is resumed after a pause has its tries again.
      const of = [charge.month, tries, row.dueAt?.getTime()].join(':');
      // Whoever asked for the charge sees what came of it, and for the donor nothing has changed.
      if (row.retryState === null)
        await events.noticed(tx, [donorNotice(nextTryAt === null ? 'paused' : 'refused', row, { of, tries })]);
    });
    return 'done';
  }
}
