import { z } from 'zod';

/** States of a receipt (https://developer.help.paycom.uz/metody-subscribe-api/sostoyaniya-cheka). All others are on their way to `paid`. */
export const receiptStates = { created: 0, paid: 4, onHold: 20, cancelling: 21, cancelled: 50 } as const;

/** A receipt as `receipts.get` answers (https://developer.help.paycom.uz/metody-subscribe-api/receipts.get). Amount in tiyin. */
export const paymeReceipt = z.object({
  receipt: z.object({
    _id: z.string().min(1).max(100),
    state: z.int(),
    amount: z.int(),
    /** ISO 4217 number; absent: the cash register's. */
    currency: z.int().optional(),
    pay_time: z.number().default(0),
  }),
});
export type PaymeReceipt = z.output<typeof paymeReceipt>['receipt'];
