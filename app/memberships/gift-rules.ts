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

/** To whom months are given: those who take part are drawn, or one person opens a link. */
export const giftReceivers = ['Chat', 'Link'] as const;

export type GiftReceiver = (typeof giftReceivers)[number];

/** `Entering`: people take part. `Drawing`: the time for that is over. `Free`: who comes first takes what is left. */
export const giftStates = ['Entering', 'Drawing', 'Free', 'Over'] as const;

export type GiftState = (typeof giftStates)[number];

/** Why gifted months are over. `Lapsed`: nobody has taken the rest in time. */
export const giftEnds = ['Taken', 'Lapsed', 'Refunded', 'CreatorGone'] as const;

export type GiftEnd = (typeof giftEnds)[number];

/** The most months for a receiver. */
export const mostMonths = (receiver: GiftReceiver): number =>
  receiver === 'Chat' ? giftLimits.chatMonths : giftLimits.linkMonths;
