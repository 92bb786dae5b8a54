import { statement, type Tx } from '#base/db/db.server.ts';

/** When the whole of a payment `p` was given back; null: it was not. */
export const refundedAt = `case when p.status = 'Refunded' then (
  select max(o.created_at) from posting o where o.reference = p.reference and o.kind in ('donation-refund', 'order-refund')) end`;

const milliseconds = (moment: string) => `coalesce((extract(epoch from ${moment}) * 1000)::bigint, 0)`;

/** As if it had been created when the payment was; 5: the reason of a refund. */
const paymeTransactions = statement(`
  insert into payme_transaction (id, payment_id, amount, state, reason, time, create_time, perform_time, cancel_time, attempt)
  select left(md5(p.provider_id), 24), p.id, p.amount, case p.status when 'Paid' then 2 else -2 end,
    case p.status when 'Refunded' then 5 end, ${milliseconds('p.created_at')}, ${milliseconds('p.created_at')},
    ${milliseconds('p.paid_at')}, ${milliseconds(refundedAt)}, 1
  from payment p where p.system = 'payme' and p.paid_at is not null`);

/** Click's numbers are smaller than those that its stand-in makes of the time. */
const clickAttempts = statement(`
  insert into click_attempt (id, payment_id, paydoc_id, amount, state, day, created_at)
  select 1000000000 + place, id, 1001000000000 + place, amount, case status when 'Paid' then 'Completed' else 'Reversed' end,
    (created_at at time zone interval '5 hours')::date, created_at
  from (
    select *, row_number() over (order by created_at, id) as place from payment where system = 'click' and paid_at is not null
  ) as paid`);

const fiscalReceipts = statement(`
  insert into payment_fiscal_receipt (payment_id, kind, sign, terminal, receipt_id, qr_url, registered_at)
  select id, kind, sign, terminal, place,
    format('https://ofd.soliq.uz/epi?t=%s&r=%s&c=%s&s=%s', terminal, place, to_char(at at time zone interval '5 hours', 'YYYYMMDDHH24MISS'), sign),
    at
  from (
    select p.id, step.kind, at, 'LG420230640001' as terminal, 41000 + row_number() over (order by at, p.id) as place,
      lpad((('x' || left(md5(p.provider_id || step.kind), 9))::bit(36)::bigint)::text, 12, '0') as sign
    from payment p, lateral (values ('Paid', p.paid_at), ('Refunded', ${refundedAt})) as step (kind, at)
    where p.system in ('payme', 'click') and at is not null
  ) as registered`);

/** Adds what the systems have said of the paid payments: Payme's transactions, Click's attempts and the fiscal receipts of both. */
export async function addSystemRows(tx: Tx): Promise<void> {
  await tx.run(paymeTransactions, []);
  await tx.run(clickAttempts, []);
  await tx.run(fiscalReceipts, []);
}
