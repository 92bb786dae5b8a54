import { z } from 'zod';
import { stagedCreator } from '#app/creators/creators.calls.ts';
import { giftReceivers } from '#app/donations/gift-receivers.ts';
import { instant, publicLevel } from '#app/memberships/membership-shapes.ts';
import { color, size } from '#app/merch/merch-shapes.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { giftEnds, giftKinds, giftStates } from './gift-rules.ts';

/** Lower-case hexadecimal digits. */
const hex = z.string();

/**
 * The product whose pieces are given, as it is now, but for `price`: of one piece, as it was given. `isSold`: buyers may buy it now. `sizes` and
 * `colors`: what whoever gets a piece may choose from; empty: there is nothing to choose.
 */
const giftedProduct = z.object({
  id: wireId,
  name: z.string(),
  imageUrl: z.string().nullable(),
  price: money,
  sizes: z.array(size),
  colors: z.array(color),
  isSold: z.boolean(),
});

/**
 * A gift: months of a level, or pieces of merch. `level` is null for pieces, `product` and `delivery`, which was paid for each piece, for months.
 * `months` and `pieces`: all that are paid and not paid back, 0 for the other kind; `left`: of them nobody has got; `entered`: how many take part.
 * `giver`: null for an anonymous donor. `entryUntil`: when the time to take part ends, null for a link. `seedHash`: SHA-256 of the seed, published
 * from the start. `seed`, `digest`, `entryCount` and `winners`, how many were drawn at most, are null before. `short`: pieces that were not in
 * stock when they were paid, and are not given; 0 for months.
 */
export const shownGift = z.object({
  id: wireId,
  kind: z.enum(giftKinds),
  receiver: z.enum(giftReceivers),
  state: z.enum(giftStates),
  giver: z.string().nullable(),
  level: publicLevel.nullable(),
  product: giftedProduct.nullable(),
  delivery: money.nullable(),
  months: z.int(),
  pieces: z.int(),
  short: z.int(),
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
 * Who got a month or a piece, in order. `ticket`: null for those who took what was free. `passedAt`: when one who was drawn could take none by then,
 * and the next one was drawn; null: it was theirs. `lapsedAt`: nothing was chosen in time; `withdrawnAt`: the money went back before that.
 */
export const giftPlace = z.object({
  place: z.int(),
  name: z.string().nullable(),
  ticket: hex.nullable(),
  passedAt: instant.nullable(),
  lapsedAt: instant.nullable(),
  withdrawnAt: instant.nullable(),
});

/**
 * A gift as the stream shows it. `name`: of the product, or of the level. `count`: all months or pieces. `places`: who got one and still has it, once they
 * are drawn; `left`: how many anybody takes now.
 */
export const streamedGift = z.object({
  id: wireId,
  kind: z.enum(giftKinds),
  giver: z.string().nullable(),
  name: z.string(),
  count: z.int(),
  left: z.int(),
  entryUntil: instant.nullable(),
  isDrawn: z.boolean(),
  places: z.array(giftPlace.pick({ place: true, name: true })),
});

/**
 * The piece that the caller got. `until`: when the time to choose is over. `orderId`: of the order that was chosen. `lapsedAt`: nothing was chosen in
 * time; `withdrawnAt`: the money went back before that. With one of them set there is nothing to choose any more.
 */
const gotPiece = z.object({
  place: z.int(),
  until: instant,
  orderId: wireId.nullable(),
  lapsedAt: instant.nullable(),
  withdrawnAt: instant.nullable(),
});

/**
 * What a gift is for the caller. `role`: who can get nothing, and why; `Other`: one who can. Members can get pieces, and are `Other` there. `ticket`: of
 * whoever takes part. `got`: the months that the caller got; `piece`: the piece. `secret`: of the link, only for its donor.
 */
export const giftPart = z.object({
  role: z.enum(['Donor', 'Creator', 'Member', 'Other']),
  ticket: hex.nullable(),
  got: z.object({ months: z.int(), paidUntil: instant }).nullable(),
  piece: gotPiece.nullable(),
  secret: z.string().nullable(),
});

/** Why pieces of a product cannot be given now. `NoPickUp`: no pickup point is open. */
const pieceRefusals = ['NotSold', 'MembersOnly', 'OutOfStock', 'NoPickUp', 'DrawsOff'] as const;

/**
 * What giving pieces of a product needs. `price`: of one piece, never a member's; `delivery`: what is paid with each piece for its delivery. `most`:
 * pieces at once; `refusal`: why none can be given now, null: they can. The systems to pay by are those of `Donate/Settings`.
 */
export const pieceTerms = z.object({
  product: giftedProduct,
  creator: stagedCreator,
  price: money,
  delivery: money,
  most: z.int(),
  refusal: z.enum(pieceRefusals).nullable(),
});

/** On the wire: as it is answered. */
export type ShownGift = z.input<typeof shownGift>;
export type GiftedProduct = z.input<typeof giftedProduct>;
export type GiftPlace = z.input<typeof giftPlace>;
export type GiftPart = z.input<typeof giftPart>;
export type GotPiece = z.input<typeof gotPiece>;
export type PieceTerms = z.input<typeof pieceTerms>;
export type PieceRefusal = (typeof pieceRefusals)[number];
