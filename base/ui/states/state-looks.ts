/** What a state means for whoever sees it: done, waits for somebody here, goes on by itself, trouble, ended without a result. */
export type StateLook = 'done' | 'waits' | 'underWay' | 'trouble' | 'over';

/** The look of every state by its subject (docs/rules.md#states). */
export const stateLooks = {
  /** An order for its buyer. */
  order: {
    Basket: 'waits',
    AwaitingPayment: 'waits',
    Paid: 'underWay',
    Processing: 'underWay',
    Shipped: 'underWay',
    ReadyForPickup: 'waits',
    Completed: 'done',
    Cancelled: 'over',
    Refunded: 'over',
  },
  /** An order for the staff, who are waited for until it is handed over. */
  staffOrder: {
    Basket: 'underWay',
    AwaitingPayment: 'underWay',
    Paid: 'waits',
    Processing: 'waits',
    Shipped: 'underWay',
    ReadyForPickup: 'underWay',
    Completed: 'done',
    Cancelled: 'over',
    Refunded: 'over',
  },
  payment: {
    Created: 'underWay',
    AwaitingCode: 'waits',
    Paid: 'done',
    Failed: 'trouble',
    Expired: 'over',
    Refunded: 'over',
  },
  refund: { Wanted: 'underWay', Done: 'done', Refused: 'trouble' },
  field: { Awaiting: 'waits', Confirmed: 'done', Reject: 'trouble', Changed: 'underWay' },
  payout: { Requested: 'waits', Paid: 'done', Declined: 'trouble', Cancelled: 'over' },
  membership: {
    Pending: 'waits',
    Active: 'done',
    Overdue: 'trouble',
    Paused: 'waits',
    Leaving: 'over',
    Ended: 'over',
  },
  pickupPoint: { closed: 'over' },
  delivery: { delivered: 'done', failed: 'trouble', waiting: 'underWay' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, StateLook>>>>;
