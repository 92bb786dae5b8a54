import { z } from 'zod';
import type { ApiAnswer } from '#test/support/start-app.ts';
import type { Fleet } from '#test/torture/fleet/server-fleet.ts';
import type { ActKind, PausedAct } from './paused-acts.ts';

/** A request that succeeded, with every answer that it ever got. */
export interface DoneAct {
  readonly act: PausedAct;
  readonly body: unknown;
  readonly answers: ApiAnswer[];
}

const basket = z.object({ data: z.object({ orderId: z.string() }) });
const order = z.object({ orderId: z.string() });
const refund = z.object({ data: z.object({ refundId: z.string() }) });
const donation = z.object({ data: z.object({ payId: z.string() }) });
const payout = z.object({ data: z.object({ id: z.string() }) });

/** Counts the effects beyond one for each act; a negative number says that effects are missing. */
export async function countSecondEffects(fleet: Fleet, done: readonly DoneAct[]): Promise<Record<string, number>> {
  const of = (kind: ActKind) => done.filter(({ act }) => act.kind === kind);
  const ask = async (query: string, values: readonly unknown[]) => {
    const { rows } = await fleet.db.pool.query<{ count: number }>(`select (${query})::float8 as count`, [...values]);
    return rows[0]?.count ?? Number.NaN;
  };
  const payouts = new Set(of('payout').map(({ body }) => payout.parse(body).data.id));
  const baskets = new Set(of('basket').map(({ body }) => basket.parse(body).data.orderId));
  const orders = new Set(of('order').map(({ act }) => order.parse(act.body).orderId));
  const refunds = new Set(of('refund').map(({ body }) => refund.parse(body).data.refundId));
  const donations = new Set(of('donation').map(({ body }) => donation.parse(body).data.payId));
  const pieces = await ask('select coalesce(sum(quantity), 0) from order_line where order_id = any ($1)', [
    [...baskets],
  ]);
  const steps = await ask('select count(*) from order_step where status = 1 and order_id = any ($1)', [[...orders]]);
  const payments = await ask('select count(*) from payment where reference = any ($1)', [[...orders, ...donations]]);
  const books = (await fleet.books()).filter(({ reference }) => orders.has(reference) || donations.has(reference));
  return {
    payouts: (await ask('select count(*) from payout', [])) - of('payout').length,
    equalPayouts: of('payout').length - payouts.size,
    pieces: pieces - of('basket').length,
    orders: steps - of('order').length,
    refunds: (await ask('select count(*) from order_refund', [])) - of('refund').length,
    equalRefunds: of('refund').length - refunds.size,
    auditLines:
      (await ask(`select count(*) from audit where call = 'POST Order/RefundLines'`, [])) - of('refund').length,
    donations: (await ask('select count(*) from donation', [])) - of('donation').length,
    payments: payments - orders.size - donations.size,
    gateway: books.length - orders.size - donations.size,
  };
}
