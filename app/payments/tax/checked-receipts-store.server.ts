import { type Queryable, statement } from '#base/db/db.server.ts';

const cardsWith = (status: 'Paid' | 'Refunded') => `
  select id, paid_at from payment
  where status = '${status}' and created_at > now() - interval '8 days' and system = 'payme-card' and paid_at > now() - interval '7 days'`;

// Calls come within minutes of a payment. The age of a payment bounds both by the indexes of paid and of refunded ones.
const cards = statement<CountedCards & Record<string, unknown>>(`
  with charged as (${cardsWith('Paid')} union all ${cardsWith('Refunded')}),
    uncalled as (select paid_at < now() - interval '10 minutes' as is_late from charged c
      where not exists (select from payme_transaction t where t.payment_id = c.id))
  select (select count(*) from charged)::int as paid, (count(*) filter (where is_late))::int as uncalled,
    (count(*) filter (where not is_late))::int as awaited
  from uncalled`);

// Deliveries are the operator's own.
const sold = statement<{ paid: number; agentless: number }>(`
  select count(*)::int as paid,
    (count(*) filter (where jsonb_path_exists(lines, '$[*] ? (@.kind != "delivery" && @.agent == null)')))::int as agentless
  from payment
  where status = 'Paid' and created_at > now() - interval '31 days' and system = 'click'
    and paid_at > now() - interval '30 days' and lines is not null`);

/** Payments with cards by Payme. `uncalled`: those about which Payme has not called; `awaited`: those about which it may still call. */
interface CountedCards {
  readonly paid: number;
  readonly uncalled: number;
  readonly awaited: number;
}

/** How many payments with cards by Payme there were in the last week, refunded or not, and about how many of them Payme has not called. */
export async function countUncalledCards(db: Queryable): Promise<CountedCards> {
  return (await db.run(cards, []))[0] ?? { paid: 0, uncalled: 0, awaited: 0 };
}

/** How many payments by Click there were in the last 30 days, and how many have a line of a creator whose tax number is not known. */
export async function countAgentless(db: Queryable): Promise<{ readonly paid: number; readonly agentless: number }> {
  return (await db.run(sold, []))[0] ?? { paid: 0, agentless: 0 };
}
