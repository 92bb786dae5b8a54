import type { GiftReceiver } from '#app/donations/gift-receivers.ts';

/** Limits of gifted months (docs/rules.md#gifted-months). */
export const giftLimits = {
  /** For whoever takes part. */
  chatMonths: 50,
  /** In a row, for one person. */
  linkMonths: 12,
  entryMinutes: 10,
  /** Until what nobody has taken lapses. */
  days: 30,
} as const;

/** `Entering`: people take part. `Drawing`: the time for that is over. `Free`: who comes first takes what is left. */
export const giftStates = ['Entering', 'Drawing', 'Free', 'Over'] as const;

export type GiftState = (typeof giftStates)[number];

/** Why gifted months are over. `Lapsed`: nobody has taken the rest in time. */
export const giftEnds = ['Taken', 'Lapsed', 'Refunded', 'CreatorGone'] as const;

export type GiftEnd = (typeof giftEnds)[number];

/** The most months for a receiver. */
export const mostMonths = (receiver: GiftReceiver): number =>
  receiver === 'Chat' ? giftLimits.chatMonths : giftLimits.linkMonths;
