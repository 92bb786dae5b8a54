/** To whom months of monthly support are given: those who take part are drawn, or one person opens a link. */
export const giftReceivers = ['Chat', 'Link'] as const;

export type GiftReceiver = (typeof giftReceivers)[number];
