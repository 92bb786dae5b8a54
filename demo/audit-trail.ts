import { statement, type Tx } from '#base/db/db.server.ts';
import type { DemoPerson } from './people.ts';

interface World {
  readonly admin: DemoPerson;
  readonly moderator: DemoPerson;
  readonly now: Date;
}

const decisions = statement(`
  insert into audit (actor_id, call, subject, input, created_at)
  select decided_by, case decision when 'Confirmed' then 'PUT Moderator/ConfirmUser' else 'PUT Moderator/RejectUser' end, user_id::text,
    jsonb_build_object('userId', user_id, 'fields', jsonb_agg(name order by name))
      || case decision when 'Confirmed' then '{}' else jsonb_build_object('comments', jsonb_object_agg(name, comment)) end,
    decided_at
  from field_decision group by decided_by, decision, user_id, decided_at`);

const orderMoves = statement(`
  insert into audit (actor_id, call, subject, input, details, created_at)
  select $1::uuid, case when s.reason is null then 'PUT Order/UserOders' else 'POST Order/Refund' end, s.order_id::text,
    case when s.reason is null then jsonb_build_object('orderId', s.order_id, 'status', s.status)
      else jsonb_build_object('orderId', s.order_id, 'reason', s.reason) end,
    jsonb_build_object('number', o.number, 'statusBefore', s.before), s.at
  from (select *, lag(status) over (partition by order_id order by id) as before from order_step) s
    join shop_order o on o.id = s.order_id where s.by = 'staff'`);

const payouts = statement(`
  insert into audit (actor_id, call, subject, input, details, created_at)
  select decided_by, case state when 'Paid' then 'PUT Payout/Pay' else 'PUT Payout/Decline' end, person_id::text,
    jsonb_build_object('payoutId', id) || case state when 'Paid' then jsonb_build_object('reference', bank_reference)
      else jsonb_build_object('reason', reason) end,
    jsonb_build_object('amount', (amount / 100.0)::float8, 'cardMask', card_mask), decided_at
  from payout where decided_at is not null`);

const topProducts = statement(`
  insert into audit (actor_id, call, subject, input, details, created_at)
  select $1::uuid, 'POST Product/UpdateTopState', id::text, jsonb_build_object('id', id, 'isTop', true), jsonb_build_object('name', name),
    created_at + interval '2 hours'
  from product where is_top and created_at < $2::timestamptz - interval '3 hours'`);

/** Enters what the staff of the demo world did into the audit trail, at the time when it was done. Comes last. */
export async function addAuditTrail(tx: Tx, { admin, moderator, now }: World): Promise<void> {
  await tx.run(decisions, []);
  await tx.run(orderMoves, [moderator.userId]);
  await tx.run(payouts, []);
  await tx.run(topProducts, [admin.userId, now.toISOString()]);
}
