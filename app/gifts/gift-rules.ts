import type { GiftReceiver } from '#app/donations/gift-receivers.ts';

/** What is given: months of a level, or pieces of merch, which are always for the chat. */
export const giftKinds = ['Months', 'Pieces'] as const;

export type GiftKind = (typeof giftKinds)[number];

/** Limits of gifts (docs/rules.md#gifted-months, docs/rules.md#merch-for-the-chat). */
export const giftLimits = {
  /** For whoever takes part. */
  chatMonths: 50,
  /** In a row, for one person. */
  linkMonths: 12,
  /** Of one product. */
  pieces: 50,
  entryMinutes: 10,
  /** Until what nobody has taken lapses. */
  days: 30,
  /** For whoever got a piece to choose its size and pickup point. */
  choiceDays: 30,
  /** Before that time is over they are reminded. */
  reminderDays: 3,
  /** Until the stock of a gift that nobody has paid is let go. */
  heldMinutes: 30,
} as const;

/** `Entering`: people take part. `Drawing`: the time for that is over. `Free`: who comes first takes what is left. */
export const giftStates = ['Entering', 'Drawing', 'Free', 'Over'] as const;

export type GiftState = (typeof giftStates)[number];

/** Why a gift is over. `Lapsed`: nobody has taken the rest in time. `Short`: no piece was in stock any more when it was paid. */
export const giftEnds = ['Taken', 'Lapsed', 'Refunded', 'CreatorGone', 'Short'] as const;

export type GiftEnd = (typeof giftEnds)[number];

/** The most months for a receiver. */
export const mostMonths = (receiver: GiftReceiver): number =>
  receiver === 'Chat' ? giftLimits.chatMonths : giftLimits.linkMonths;
