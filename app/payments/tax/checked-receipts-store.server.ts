import { type Queryable, statement } from '#base/db/db.server.ts';

// Calls come within minutes of a payment. The age of a payment bounds both by the index of paid ones.
const cards = statement<{ paid: number; uncalled: number }>(`
  select count(*)::int as paid,
    (count(*) filter (where not exists (select from payme_transaction t where t.payment_id = p.id)))::int as uncalled
  from payment p
  where p.status = 'Paid' and p.created_at > now() - interval '8 days' and p.system = 'payme-card'
    and p.paid_at between now() - interval '7 days' and now() - interval '10 minutes'`);

// Deliveries are the operator's own.
const sold = statement<{ paid: number; agentless: number }>(`
  select count(*)::int as paid,
    (count(*) filter (where jsonb_path_exists(lines, '$[*] ? (@.kind != "delivery" && @.agent == null)')))::int as agentless
  from payment
  where status = 'Paid' and created_at > now() - interval '31 days' and system = 'click'
    and paid_at > now() - interval '30 days' and lines is not null`);

/** How many payments with cards by Payme there were in the last week, and about how many of them Payme has called nobody. */
export async function countUncalledCards(db: Queryable): Promise<{ readonly paid: number; readonly uncalled: number }> {
  return (await db.run(cards, []))[0] ?? { paid: 0, uncalled: 0 };
}

/** How many payments by Click there were in the last 30 days, and how many have a line of a creator whose tax number is not known. */
export async function countAgentless(db: Queryable): Promise<{ readonly paid: number; readonly agentless: number }> {
  return (await db.run(sold, []))[0] ?? { paid: 0, agentless: 0 };
}
