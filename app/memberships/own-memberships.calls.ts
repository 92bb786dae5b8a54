import { z } from 'zod';
import { donationWords, leftDonation, openedDonation, openingErrors } from '#app/donations/donations.calls.ts';
import { alreadyMember, monthlyNotOffered } from '#app/donations/monthly-failures.ts';
import { paymentProviderUnavailable } from '#app/payments/payment-failures.ts';
import { chosenSystem, payerOfPayment } from '#app/payments/payment-wire.ts';
import { get, nothing, page, paging, post, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { reportedZone } from '#base/calls/moment-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { membershipMoved, priceChanged } from './membership-failures.ts';
import { instant, membershipState, publicLevel, savedCard } from './membership-shapes.ts';
import { chargeStates, endReasons } from './membership-state.ts';

const chosen = z.strictObject({ membershipId: wireId });

/** What the screen says first: the most urgent of several. */
export const membershipNotices = [
  'Paused',
  'ChargeRefused',
  'CardMissing',
  'CardExpires',
  'MonthRefunded',
  'NewPrice',
  'ChargeSoon',
] as const;

/**
 * A membership for its donor. `months`: how many were paid. `paidUntil`: the end of the paid month; `nextChargeAt`: null where none is
 * planned. `next`: what the next charge takes by `Membership/Terms`, null where it is the same as now; `level` null in it: a sum of the
 * caller's own. `isCharging`: a payment is under way, perhaps over earlier terms, and `next` holds after it. `newAmount`: the new price of the level that is charged next, only after `AcceptPrice`. `link`, the address for members, and `discountPercent` are
 * null and 0 unless the caller has the level's benefits now. `refusal`: the provider's code of the last refused charge. `notice`:
 * `ChargeSoon` within 3 days of a charge, `CardExpires` where the card is not valid on the day of the next one, `MonthRefunded` where posts
 * are closed for that reason. `isCardAwaited`: the provider has not yet handed over the card of a payment or a change. `isMuted`: the
 * caller wants neither messages nor notices of posts. `isGifted`: somebody else has paid, nothing is charged, and only `Membership/Create`
 * goes on with it. `hasChat`: it opens the creator's closed chat now (`Membership/ChatLink`).
 */
const ownMembership = z.object({
  id: wireId,
  projectId: wireId,
  creator: z.object({
    userId: wireId,
    userName: z.string(),
    displayName: z.string(),
    avatar: z.string().nullable(),
  }),
  state: membershipState,
  amount: money,
  next: z.object({ amount: money, level: publicLevel.nullable() }).nullable(),
  newAmount: money.nullable(),
  level: publicLevel.extend({ link: z.string().nullable() }).nullable(),
  isAnonymous: z.boolean(),
  name: z.string().nullable(),
  card: savedCard.nullable(),
  isCardAwaited: z.boolean(),
  isMuted: z.boolean(),
  isGifted: z.boolean(),
  hasChat: z.boolean(),
  months: z.int(),
  since: instant,
  paidUntil: instant.nullable(),
  nextChargeAt: instant.nullable(),
  isCharging: z.boolean(),
  tries: z.int(),
  refusal: z.string().nullable(),
  endedAt: instant.nullable(),
  endReason: z.enum(endReasons).nullable(),
  notice: z.enum(membershipNotices).nullable(),
});

/** A donor's own memberships (docs/rules.md#memberships). */
export const ownMembershipsCalls = {
  /**
   * Begins monthly support of a creator with its first donation, at a level or with any `amount` (by default the level's price). Takes and
   * answers what `ProjectPay/Create` does; days are those of `timeZone`, the payer's, or else of the country. 400 in `fields.amount` below the
   * level's price; 404: no such creator or level; 409 `AlreadyMember`, `MonthlyNotOffered` where no system charges saved cards, and those of
   * `ProjectPay/Create` (docs/rules.md#memberships).
   */
  create: post('Membership/Create', {
    summary: 'Begin monthly support',
    access: 'user',
    body: z.strictObject({
      userName: z.string().max(100),
      levelId: wireId.nullish(),
      amount: money.nullish(),
      ...donationWords,
      system: chosenSystem,
      instead: leftDonation,
      timeZone: reportedZone,
    }),
    freeTexts: ['name', 'message'],
    answer: openedDonation,
    errors: [...openingErrors, alreadyMember, monthlyNotOffered],
    idempotent: true,
    transaction: 'own',
  }),
  /**
   * The caller's memberships whose first month was paid, those that have not ended first, then the newest; with a `projectId` those of its
   * creator alone (docs/rules.md#memberships).
   */
  mine: get('Membership/My', {
    summary: 'Own monthly support',
    access: 'user',
    query: z.object({ projectId: wireId.nullish(), ...paging(10) }),
    answer: page(ownMembership),
    errors: [],
  }),
  /**
   * The months of a membership and what became of their charges, the latest first. `payId`: the donation that paid the month, null before.
   * `refunded`: of the amount. 404: no such membership of the caller (docs/rules.md#memberships).
   */
  charges: get('Membership/Charges', {
    summary: 'The months of a membership and their charges',
    access: 'user',
    query: z.object({ membershipId: wireId, ...paging(12) }),
    answer: page(
      z.object({
        month: z.int(),
        state: z.enum(chargeStates),
        amount: money,
        refunded: money,
        at: instant,
        payId: wireId.nullable(),
      }),
    ),
    errors: [failures.notFound],
  }),
  /**
   * Opens the saving of another card: the browser sends the card to `paymentUrl` as if it paid 0, and `Membership/Card` says when it is
   * saved. 404: no such membership of the caller; 409 `MembershipMoved`: it has ended; 503 (docs/rules.md#memberships).
   */
  changeCard: post('Membership/ChangeCard', {
    summary: 'Begin to change the card',
    access: 'user',
    body: chosen,
    answer: z.object({ cardId: wireId, paymentUrl: z.string(), expiresAt: instant, payer: payerOfPayment }),
    errors: [failures.notFound, membershipMoved, failures.tooManyRequests, paymentProviderUnavailable],
    transaction: 'own',
  }),
  /**
   * Whether the card of `ChangeCard` is saved; the provider is asked. A saved card is charged at once where a month is overdue or the
   * membership paused. `state`: `Waiting`, `Saved`, or `Expired` where no card was given in time. 404: no such card of the caller
   * (docs/rules.md#memberships).
   */
  card: post('Membership/Card', {
    summary: 'The state of a card that is being changed',
    access: 'user',
    body: z.strictObject({ cardId: wireId }),
    answer: z.object({ state: z.enum(['Waiting', 'Saved', 'Expired']), card: savedCard.nullable() }),
    errors: [failures.notFound, failures.tooManyRequests],
    transaction: 'own',
  }),
  /**
   * Ends the charges. A paid month runs to its end (`Leaving`); without one the membership ends at once. Repeating changes nothing. 404: no
   * such membership of the caller (docs/rules.md#memberships).
   */
  leave: post('Membership/Leave', {
    summary: 'Leave monthly support',
    access: 'user',
    body: chosen,
    answer: z.object({ state: membershipState, paidUntil: instant.nullable() }),
    errors: [failures.notFound],
  }),
  /**
   * Takes leaving back, or charges a paused or overdue membership again at once. `amount`: the sum that was shown; another one is charged only
   * where it is left out. 404: no such membership of the caller; 409 `MembershipMoved`: it has ended, or there is nothing to resume;
   * `PriceChanged` (`details.amount`) where the sum is another one by now (docs/rules.md#memberships).
   */
  resume: post('Membership/Resume', {
    summary: 'Resume monthly support',
    access: 'user',
    body: chosen.extend({ amount: money.nullish() }),
    answer: z.object({ state: membershipState }),
    errors: [failures.notFound, membershipMoved, priceChanged, failures.tooManyRequests],
    transaction: 'own',
  }),
  /**
   * Sets what is given from the next charge on: a level, or with `levelId` null a sum of one's own. Nothing is charged now; day, months and
   * what the present level gives stay until the next month is paid. `amount`: the level's price that was shown, or the sum. A later call
   * takes the place of an earlier one, the present terms take it back, and a membership that was left goes on. 400 in `fields.levelId`: no
   * such level is offered, in `fields.amount` outside the limits of a donation; 404: no such membership of the caller; 409 `PriceChanged`
   * (`details.amount`), `MembershipMoved`: it has ended, or was gifted (docs/rules.md#memberships).
   */
  changeTerms: put('Membership/Terms', {
    summary: 'Change the level or the sum of monthly support',
    access: 'user',
    body: chosen.extend({ levelId: wireId.nullable(), amount: money }),
    answer: z.object({ state: membershipState }),
    errors: [failures.notFound, priceChanged, membershipMoved, failures.tooManyRequests],
    transaction: 'own',
  }),
  /**
   * Accepts the level's new price from the next charge on. `amount`: the price that was shown. 404: no such membership of the caller; 409
   * `PriceChanged`, `MembershipMoved` (docs/rules.md#memberships).
   */
  acceptPrice: post('Membership/AcceptPrice', {
    summary: "Accept a level's new price",
    access: 'user',
    body: chosen.extend({ amount: money }),
    answer: nothing,
    errors: [failures.notFound, priceChanged, membershipMoved],
  }),
};
