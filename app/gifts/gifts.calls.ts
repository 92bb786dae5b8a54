import { z } from 'zod';
import { stagedCreator } from '#app/creators/creators.calls.ts';
import { donationWords, openedDonation, openingErrors } from '#app/donations/donations.calls.ts';
import { giftReceivers } from '#app/donations/gift-receivers.ts';
import { priceChanged } from '#app/memberships/membership-failures.ts';
import { chosenSystem } from '#app/payments/payment-wire.ts';
import { get, page, paging, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { seenLine } from '#base/calls/text-wire.ts';
import { entryOver, memberAlready, nothingToTake, ownGift } from './gift-failures.ts';
import { giftLimits } from './gift-rules.ts';
import { giftPart, giftPlace, shownGift } from './gift-shapes.ts';
import { piecesCalls } from './pieces.calls.ts';

const named = z.object({ giftId: wireId });

/** Who takes part, or takes a month or a piece, as everybody may read it. */
const signed = { giftId: wireId, name: seenLine().nullish(), isAnonymous: z.boolean().default(false) };

/** How many tickets are read at once. */
export const mostGiftTickets = 10_000;

/** What donors pay for others: months of a level (docs/rules.md#gifted-months), or pieces of merch (docs/rules.md#merch-for-the-chat). */
export const giftsCalls = {
  ...piecesCalls,
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
   * A gift of either kind, its creator, who got some of it, at most 50, and who was passed over. What is due is done before the answer, if it can be. 404: no such gift, an unpaid one, or that of a
   * blocked creator (docs/rules.md#gifted-months).
   */
  gifted: get('Membership/Gifted', {
    summary: 'A gift and who got some of it',
    access: 'guest',
    transaction: 'own',
    query: named,
    answer: z.object({ gift: shownGift, creator: stagedCreator, places: z.array(giftPlace) }),
    errors: [failures.notFound],
  }),
  /** The tickets of those who took part, in their order, at most 10,000 behind `after`; none before the drawing. 404 as `Membership/Gifted` (docs/rules.md#gifted-months). */
  giftTickets: get('Membership/GiftTickets', {
    summary: 'The tickets of a gift',
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
    summary: 'What a gift is for the caller',
    access: 'user',
    query: named,
    answer: giftPart,
    errors: [failures.notFound],
  }),
  /** Takes part in the drawing. Repeating changes nothing. 404, also for months behind a link; 409 `EntryOver`, `OwnGift`, `MemberAlready` (docs/rules.md#gifted-months). */
  enterGift: post('Membership/Enter', {
    summary: 'Take part in the drawing of a gift',
    access: 'user',
    body: z.strictObject(signed),
    freeTexts: ['name'],
    answer: giftPart,
    errors: [failures.notFound, entryOver, ownGift, memberAlready],
    idempotent: true,
  }),
  /**
   * Takes a month or a piece that is left after the drawing, or with the `secret` of a link all its months. Repeating changes nothing. 404, also with a wrong secret;
   * 409 `NothingToTake`, `OwnGift`, `MemberAlready` (docs/rules.md#gifted-months).
   */
  takeGift: post('Membership/Take', {
    summary: 'Take what is free of a gift',
    access: 'user',
    body: z.strictObject({ ...signed, secret: z.string().max(100).nullish() }),
    freeTexts: ['name'],
    answer: giftPart,
    errors: [failures.notFound, nothingToTake, ownGift, memberAlready],
    idempotent: true,
  }),
  /** What the caller has given, months and pieces, newest first, with the secrets of their links; `items` lacks those of blocked creators (docs/rules.md#gifted-months). */
  gifts: get('Membership/Gifts', {
    summary: 'Own gifts to others',
    access: 'user',
    query: z.object(paging(10)),
    answer: page(
      z.object({ gift: shownGift, userName: z.string(), displayName: z.string(), secret: z.string().nullable() }),
    ),
    errors: [],
  }),
};
