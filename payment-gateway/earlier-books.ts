import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parse } from './merchant/routes-merchant.ts';
import { NewPayment } from './payments/payments.ts';

/**
 * A payment that is older than the books, by the system's own id. `reference`: the account in a system with a page of its own. Amounts in minor
 * units; `refundedAt`: when all of it was refunded; `unpaid`: it has failed or its time has run out, and `paidAt` is null. `metadata`: what the
 * merchant has noted there, for a system that keeps that.
 */
const EarlierPayment = z.strictObject({
  ...NewPayment.shape,
  id: z.string().min(1).max(128),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  refundedAt: z.iso.datetime().nullable(),
  unpaid: z
    .strictObject({ status: z.enum(['failed', 'expired']), at: z.iso.datetime() })
    .nullable()
    .default(null),
  metadata: z.record(z.string(), z.string()).default({}),
});
export type EarlierPayment = z.infer<typeof EarlierPayment>;

const EarlierBooks = z.strictObject({ payments: z.array(EarlierPayment).max(2_000) });
const longestBooks = 2 * 1024 * 1024;

/** POST {address} {payments: [EarlierPayment]} → {payments: how many were sent}: enters them, as for a demo world, without calls to the merchant. */
export function takeEarlierBooks(
  app: FastifyInstance,
  address: string,
  enter: (payment: EarlierPayment) => void,
): void {
  app.post(address, { bodyLimit: longestBooks }, async (request) => {
    const { payments } = parse(EarlierBooks, request.body);
    for (const payment of payments) enter(payment);
    return { payments: payments.length };
  });
}
