import { type Queryable, statement } from '#base/db/db.server.ts';

/** What is known here of a payment's receipt. */
export interface PaymeReceiptRow extends Record<string, unknown> {
  /** At Payme; null: it is not created yet. */
  readonly id: string | null;
  /** The number of the charge that has begun last. */
  readonly charges: number;
  /** Whether a charge has begun whose outcome may still change. */
  readonly isCharging: boolean;
  readonly isLeft: boolean;
  readonly cardMask: string | null;
  readonly failure: string | null;
}

/** Longer than the server waits for an answer to a charge. */
const stillCharging = `charging_since > clock_timestamp() - interval '60 seconds'`;

const columns = `id, charges, coalesce(${stillCharging}, false) as "isCharging", is_left as "isLeft", card_mask as "cardMask", failure`;

const ofPayment = statement<PaymeReceiptRow>(`select ${columns} from payme_receipt where payment_id = $1`);

const begin = statement<PaymeReceiptRow>(`
  insert into payme_receipt (payment_id, charges, charging_since)
  select id, 1, clock_timestamp() from payment where id = $1 and status in ('Created', 'AwaitingCode') and expires_at > clock_timestamp()
  on conflict (payment_id) do update set charges = payme_receipt.charges + 1, charging_since = clock_timestamp()
  where not payme_receipt.is_left and payme_receipt.failure is null
    and coalesce(payme_receipt.charging_since < clock_timestamp() - interval '60 seconds', true)
  returning ${columns}`);

const name = statement<{ id: string }>(`
  update payme_receipt set id = coalesce(id, $2) where payment_id = $1 returning id`);

const noteCard = statement('update payme_receipt set card_mask = $3 where payment_id = $1 and charges = $2');

const end = statement(`
  update payme_receipt set charging_since = null, failure = $3 where payment_id = $1 and charges = $2`);

const leave = statement(`
  insert into payme_receipt (payment_id, is_left) values ($1, true) on conflict (payment_id) do update set is_left = true`);

const byId = statement<{ providerId: string }>(`
  select p.provider_id as "providerId" from payme_receipt r join payment p on p.id = r.payment_id where r.id = $1`);

/** Milliseconds since 1970. */
const timeOf = (moment: string) => `(extract(epoch from ${moment}) * 1000)::bigint`;

const adopt = statement(`
  insert into payme_transaction (id, payment_id, amount, state, time, create_time, perform_time, attempt)
  select r.id, p.id, p.amount, 2, ${timeOf('p.created_at')}, ${timeOf('p.created_at')}, ${timeOf('p.paid_at')}, 1
  from payme_receipt r join payment p on p.id = r.payment_id where r.id = $1 and p.paid_at is not null
  on conflict do nothing`);

export async function readReceipt(db: Queryable, paymentId: string): Promise<PaymeReceiptRow | null> {
  return (await db.run(ofPayment, [paymentId]))[0] ?? null;
}

/** Begins a charge. Null: the payment is closed, left or refused, or another charge is under way. */
export async function beginCharge(db: Queryable, paymentId: string): Promise<PaymeReceiptRow | null> {
  return (await db.run(begin, [paymentId]))[0] ?? null;
}

/** Stores the id of a new receipt, and returns the id of the payment's only one. */
export async function nameReceipt(db: Queryable, paymentId: string, id: string): Promise<string> {
  const [row] = await db.run(name, [paymentId, id]);
  if (row === undefined) throw new Error(`the charge of the payment ${paymentId} was not begun`);
  return row.id;
}

/** Stores the card that a charge is about to take. */
export async function noteChargedCard(
  db: Queryable,
  paymentId: string,
  { charge, mask }: { readonly charge: number; readonly mask: string },
): Promise<void> {
  await db.run(noteCard, [paymentId, charge, mask]);
}

/** Ends a charge that has taken nothing. `failure`: Payme's code of the refusal; null: it was not sent. */
export async function endCharge(
  db: Queryable,
  paymentId: string,
  { charge, failure }: { readonly charge: number; readonly failure: string | null },
): Promise<void> {
  await db.run(end, [paymentId, charge, failure]);
}

/** Rules out further charges of a payment; one that has begun goes on. */
export async function leaveReceipt(db: Queryable, paymentId: string): Promise<void> {
  await db.run(leave, [paymentId]);
}

/** The payment of a receipt at Payme; null: it is not ours, or not named yet. */
export async function findReceipt(db: Queryable, id: string): Promise<{ readonly providerId: string } | null> {
  return (await db.run(byId, [id]))[0] ?? null;
}

/** Stores a receipt that was paid before the cash register had an endpoint as a transaction that was performed. */
export async function adoptReceipt(db: Queryable, id: string): Promise<void> {
  await db.run(adopt, [id]);
}
