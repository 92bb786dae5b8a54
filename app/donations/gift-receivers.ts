/** To whom months of monthly support are given: those who take part are drawn, or one person opens a link. */
export const giftReceivers = ['Chat', 'Link'] as const;

/** Pieces of merch that a donation gives to viewers. `product`: its name when they were given. */
export interface GiftedPieces {
  readonly count: number;
  readonly product: string;
}

export type GiftReceiver = (typeof giftReceivers)[number];
