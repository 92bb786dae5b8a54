import { z } from 'zod';
import { stagedCreator } from '#app/creators/creators.calls.ts';
import { donationWords, openedDonation, openingErrors } from '#app/donations/donations.calls.ts';
import { giftReceivers } from '#app/donations/gift-receivers.ts';
import { priceChanged } from '#app/memberships/membership-failures.ts';
import { instant, publicLevel } from '#app/memberships/membership-shapes.ts';
import { chosenSystem } from '#app/payments/payment-wire.ts';
import { get, page, paging, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { seenLine } from '#base/calls/text-wire.ts';
import { entryOver, memberAlready, nothingToTake, ownGift } from './gift-failures.ts';
import { giftEnds, giftLimits, giftStates } from './gift-rules.ts';

/** Lower-case hexadecimal digits. */
const hex = z.string();

const named = z.object({ giftId: wireId });

/** Who takes part or takes a month, as everybody may read it. */
const signed = { giftId: wireId, name: seenLine().nullish(), isAnonymous: z.boolean().default(false) };

/** How many tickets are read at once. */
export const mostGiftTickets = 10_000;

/**
 * Gifted months. `months`: all that are paid and not paid back; `left`: of them nobody has taken; `entered`: how many take part. `giver`: null for an anonymous donor. `entryUntil`: when
 * the time to take part ends, null for a link. `seedHash`: SHA-256 of the seed, published from the start. `seed`, `digest`, `entryCount` and `winners`, how
 * many were drawn at most, are null before.
 */
const shownGift = z.object({
  id: wireId,
  receiver: z.enum(giftReceivers),
  state: z.enum(giftStates),
  giver: z.string().nullable(),
  level: publicLevel,
  months: z.int(),
  left: z.int(),
  entered: z.int(),
  entryUntil: instant.nullable(),
  expiresAt: instant,
  seedHash: hex.nullable(),
  seed: hex.nullable(),
  digest: hex.nullable(),
  entryCount: z.int().nullable(),
  winners: z.int().nullable(),
  endReason: z.enum(giftEnds).nullable(),
});

/**
 * Who got months, in order. `ticket`: null for those who took what was free. `passedAt`: when one who was drawn could take none by then, and the next one
 * was drawn; null: the month is theirs.
 */
const giftPlace = z.object({
  place: z.int(),
  name: z.string().nullable(),
  ticket: hex.nullable(),
  passedAt: instant.nullable(),
});

/**
 * What gifted months are for the caller. `role`: who can take none, and why; `Other`: one who can. `ticket`: of whoever takes part. `got`: what the caller
 * got. `secret`: of the link, only for its donor.
 */
const giftPart = z.object({
  role: z.enum(['Donor', 'Creator', 'Member', 'Other']),
  ticket: hex.nullable(),
  got: z.object({ months: z.int(), paidUntil: instant }).nullable(),
  secret: z.string().nullable(),
});

/** Months that donors pay for others (docs/rules.md#gifted-months). */
export const giftsCalls = {
  /**
   * Begins to give months of a level to others, with one donation of `months` times the price; answers what `ProjectPay/Create` does. `price`: of a month,
   * as it was shown. `receiver`: `Chat`, up to 50 months for whoever takes part, or `Link`, up to 12 in a row for one person. They are open once it is paid.
   * 404: no such creator or level; 409 `PriceChanged` (`details.amount`) and those of `ProjectPay/Create` (docs/rules.md#gifted-months).
   */
  gift: post('Membership/Gift', {
    summary: 'Give months to others',
    access: 'user',
    body: z.strictObject({
      userName: z.string().max(100),
      levelId: wireId,
      price: money,
      months: z.int().min(1).max(giftLimits.chatMonths),
      receiver: z.enum(giftReceivers),
      ...donationWords,
      system: chosenSystem,
    }),
    freeTexts: ['name', 'message'],
    answer: openedDonation,
    errors: [...openingErrors, priceChanged],
    idempotent: true,
    transaction: 'own',
  }),
  /**
   * Gifted months, their creator, who got some, at most 50, and who was passed over. What is due is done before the answer, if it can be. 404: no such gift, an unpaid one, or that of a
   * blocked creator (docs/rules.md#gifted-months).
   */
  gifted: get('Membership/Gifted', {
    summary: 'Gifted months and who got them',
    access: 'guest',
    transaction: 'own',
    query: named,
    answer: z.object({ gift: shownGift, creator: stagedCreator, places: z.array(giftPlace) }),
    errors: [failures.notFound],
  }),
  /** The tickets of those who took part, in their order, at most 10,000 behind `after`; none before the drawing. 404 as `Membership/Gifted` (docs/rules.md#gifted-months). */
  giftTickets: get('Membership/GiftTickets', {
    summary: 'The tickets of gifted months',
    access: 'guest',
    query: named.extend({
      after: z
        .string()
        .regex(/^[\da-f]{32}$/)
        .optional(),
    }),
    answer: z.object({ tickets: z.array(z.string()) }),
    errors: [failures.notFound],
  }),
  /** 404 as `Membership/Gifted` (docs/rules.md#gifted-months). */
  giftPart: get('Membership/GiftPart', {
    summary: 'What gifted months are for the caller',
    access: 'user',
    query: named,
    answer: giftPart,
    errors: [failures.notFound],
  }),
  /** Takes part in the drawing. Repeating changes nothing. 404, also for months behind a link; 409 `EntryOver`, `OwnGift`, `MemberAlready` (docs/rules.md#gifted-months). */
  enterGift: post('Membership/Enter', {
    summary: 'Take part in the drawing of gifted months',
    access: 'user',
    body: z.strictObject(signed),
    freeTexts: ['name'],
    answer: giftPart,
    errors: [failures.notFound, entryOver, ownGift, memberAlready],
    idempotent: true,
  }),
  /**
   * Takes a month that is left after the drawing, or with the `secret` of a link all its months. Repeating changes nothing. 404, also with a wrong secret;
   * 409 `NothingToTake`, `OwnGift`, `MemberAlready` (docs/rules.md#gifted-months).
   */
  takeGift: post('Membership/Take', {
    summary: 'Take gifted months that are free',
    access: 'user',
    body: z.strictObject({ ...signed, secret: z.string().max(100).nullish() }),
    freeTexts: ['name'],
    answer: giftPart,
    errors: [failures.notFound, nothingToTake, ownGift, memberAlready],
    idempotent: true,
  }),
  /** The months that the caller has given, newest first, with the secrets of their links; `items` lacks those of blocked creators (docs/rules.md#gifted-months). */
  gifts: get('Membership/Gifts', {
    summary: 'Own gifted months',
    access: 'user',
    query: z.object(paging(10)),
    answer: page(
      z.object({ gift: shownGift, userName: z.string(), displayName: z.string(), secret: z.string().nullable() }),
    ),
    errors: [],
  }),
};

/** On the wire: as it is answered. */
export type ShownGift = z.input<typeof shownGift>;
export type GiftPlace = z.input<typeof giftPlace>;
export type GiftPart = z.input<typeof giftPart>;
