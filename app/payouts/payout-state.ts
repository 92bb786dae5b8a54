/** The states of a payout request. It is decided once, by the operator or by its owner. */
export const payoutStates = ['Requested', 'Paid', 'Declined', 'Cancelled'] as const;

export type PayoutState = (typeof payoutStates)[number];
