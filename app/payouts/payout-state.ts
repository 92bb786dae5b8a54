/** What may become of a payout request. */
export const payoutMoves = {
  Requested: ['Paid', 'Declined', 'Cancelled'],
  Paid: [],
  Declined: [],
  Cancelled: [],
} as const;

export type PayoutState = keyof typeof payoutMoves;

export const payoutStates = ['Requested', 'Paid', 'Declined', 'Cancelled'] as const satisfies readonly PayoutState[];
