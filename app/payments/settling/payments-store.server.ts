import { type Queryable, type Statement, statement, type Tx } from '#base/db/db.server.ts';
import type { PaymentFlag } from '../payment-flag.ts';
import type { PaymentLine, TaxItem } from '../payment-lines.ts';
import type { PaymentStatus } from '../payment-status.ts';
import type { PaymentSystemName } from '../payment-systems.ts';

export interface PaymentRow extends Record<string, unknown> {
  readonly id: string;
  readonly kind: string;
  readonly reference: string;
  readonly system: PaymentSystemName;
  /** The payment's id at its system. */
  readonly providerId: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: PaymentStatus;
  readonly expiresAt: Date;
  /** The provider's status is not final yet. */
  readonly isWaiting: boolean;
  /** How many refused cards its owner was notified of. */
  readonly refusals: number;
  /** The sum of its known partial refunds. */
  readonly refunded: number;
}

/** Columns of a `PaymentRow`. */
export const paymentColumns = `id, kind, reference, system, provider_id as "providerId", amount, currency, status, expires_at as "expiresAt",
  next_check_at is not null and status <> 'Paid' as "isWaiting", counted_refusals as refusals, refunded`;

/** An owner's row that is inserted by the same statement as the payment. */
export interface OwnerRow {
  /** The insert; its only parameter is `$1`, the row as jsonb. */
  readonly insert: string;
  readonly row: Readonly<Record<string, unknown>>;
}

export interface NewPaymentRow {
  readonly kind: string;
  readonly reference: string;
  readonly system: PaymentSystemName;
  readonly providerId: string;
  readonly amount: number;
  readonly currency: string;
  readonly expiresAt: Date;
  readonly lines: readonly PaymentLine[];
  /** What a line is called that has no item, if the site has no default for its kind; null: nothing. */
  readonly taxItem: TaxItem | null;
}

/** The lines of `$9` in their order, where each that has no item gets the default of its kind, else `$10`. */
const filledLines = `
  select jsonb_agg(case when line -> 'item' = 'null' then
      line || jsonb_build_object('item', coalesce((select d.item from tax_item_default d where d.kind = line ->> 'kind'), $10::jsonb))
    else line end order by place)
  from jsonb_array_elements($9::jsonb) with ordinality as given (line, place)`;

const inserts = new Map<string, Statement<{ id: string }>>();

function insertBeside(ownerInsert: string): Statement<{ id: string }> {
  const known = inserts.get(ownerInsert);
  if (known) return known;
  const made = statement<{ id: string }>(`
    with owner_row as (${ownerInsert})
    insert into payment (kind, reference, system, provider_id, amount, currency, status, expires_at, next_check_at, lines)
    values ($2, $3, $4, $5, $6, $7, 'Created', $8, now() + interval '15 seconds', (${filledLines}))
    on conflict (system, provider_id) do nothing
    returning id`);
  inserts.set(ownerInsert, made);
  return made;
}

const byProviderId = statement<PaymentRow>(
  `select ${paymentColumns} from payment where system = $1 and provider_id = $2`,
);

const byId = statement<PaymentRow>(`select ${paymentColumns} from payment where id = $1`);

const byReference = statement<PaymentRow>(`
  select ${paymentColumns} from payment where reference = $1
  order by status = 'Paid' desc, status = 'Refunded' desc, status in ('Created', 'AwaitingCode') desc, created_at desc limit 20`);

const linesOf = statement<{ lines: readonly PaymentLine[] | null }>('select lines from payment where id = $1');

const lockOne = statement<PaymentRow>(`
  select ${paymentColumns} from payment where system = $1 and provider_id = $2 for no key update`);

const closeOpen = statement<PaymentRow>(`
  update payment set status = 'Expired', expires_at = least(expires_at, now())
  where id = $1 and status in ('Created', 'AwaitingCode') returning ${paymentColumns}`);

/** A payment that was moved. */
export interface MovedPayment extends PaymentRow {
  /** One of its lines has no item. */
  readonly isUnnamed: boolean;
}

const move = statement<MovedPayment>(`
  update payment set
    status = $1,
    problem = null,
    paid_at = case when $1 = 'Paid' then clock_timestamp() else paid_at end,
    next_check_at = case
      when $1 = 'AwaitingCode' then next_check_at
      when $1 = 'Paid' then now() + interval '1 minute'
    end
  where provider_id = $2 and reference::text = $3 and amount = $4 and status = any ($5::text[]) and system = $6
  returning ${paymentColumns}, coalesce(jsonb_path_exists(lines, '$[*] ? (@.item == null)'), false) as "isUnnamed"`);

const settled = statement(`update payment set next_check_at = null where id = $1 and next_check_at is not null`);

const askedSoon = statement(`
  update payment set next_check_at = now() + $2 * interval '1 second'
  where id = $1 and (next_check_at is null or next_check_at > now() + $2 * interval '1 second')`);

const flag = statement<{ id: string }>(`
  update payment set problem = $2, problem_at = now() where id = $1 and problem is distinct from $2 returning id`);

const flagUnrefunded = statement<{ id: string }>(`
  update payment set problem = $2, problem_at = now() where id = $1 and status = 'Paid' and problem is null returning id`);

const claimQuestion = statement<{ id: string }>(`
  update payment set asked_at = clock_timestamp()
  where id = $1 and next_check_at is not null
    and (asked_at is null or asked_at < clock_timestamp() - interval '2 seconds')
  returning id`);

const questionWait = statement<{ milliseconds: number }>(`
  select greatest(0, ceil(extract(epoch from asked_at + interval '2 seconds' - clock_timestamp()) * 1000))::int as milliseconds
  from payment where id = $1 and next_check_at is not null and asked_at is not null`);

const lockFitting = statement<PaymentRow>(`
  select ${paymentColumns} from payment
  where provider_id = $1 and reference::text = $2 and amount = $3 and system = $4 for no key update`);

const countRefused = statement('update payment set counted_refusals = $2 where id = $1');

const claimDue = statement<PaymentRow>(`
  update payment set
    asked_at = now(),
    checks = checks + 1,
    next_check_at = case
      when status = 'Paid' then case when paid_at > now() - interval '45 days' then
        now() + greatest(interval '1 minute', 3 * (now() - paid_at)) end
      when status in ('Expired', 'Refunded') and created_at < now() - interval '30 days' then null
      when created_at < now() - interval '1 day' then now() + interval '1 hour'
      else now() + least(40, 10 * 2 ^ least(checks, 4)) * interval '1 second'
    end
  where id in (
    select id from payment where next_check_at <= now() and ($2::text is null or system = $2)
    order by next_check_at limit $1 for update skip locked
  )
  returning ${paymentColumns}`);

const expireByClock = statement<PaymentRow>(`
  update payment set status = 'Expired'
  where id = $1 and status in ('Created', 'AwaitingCode') and expires_at < now() - interval '60 seconds'
  returning ${paymentColumns}`);

/** Inserts a payment and its owner's row; returns null if the provider's payment is already stored. */
export async function insertPayment(db: Queryable, payment: NewPaymentRow, owner: OwnerRow): Promise<string | null> {
  const { kind, reference, system, providerId, amount, currency, expiresAt, lines, taxItem } = payment;
  const values = [JSON.stringify(owner.row), kind, reference, system, providerId, amount, currency, expiresAt];
  const named = [JSON.stringify(lines), JSON.stringify(taxItem)];
  return (await db.run(insertBeside(owner.insert), [...values, ...named]))[0]?.id ?? null;
}

export async function readByProviderId(
  db: Queryable,
  system: PaymentSystemName,
  providerId: string,
): Promise<PaymentRow | null> {
  return (await db.run(byProviderId, [system, providerId]))[0] ?? null;
}

export async function readById(db: Queryable, id: string): Promise<PaymentRow | null> {
  return (await db.run(byId, [id]))[0] ?? null;
}

/** The payments of a donation or an order. The first is the one that counts: the paid one, else the refunded one, else the newest. */
export async function readByReference(db: Queryable, reference: string): Promise<PaymentRow[]> {
  return db.run(byReference, [reference]);
}

/** What a payment pays for; null: it was opened by an earlier version. */
export async function readPaymentLines(db: Queryable, id: string): Promise<readonly PaymentLine[] | null> {
  return (await db.run(linesOf, [id]))[0]?.lines ?? null;
}

/** Locks a payment until the transaction ends; null if there is none. */
export async function lockPayment(tx: Tx, system: PaymentSystemName, providerId: string): Promise<PaymentRow | null> {
  return (await tx.run(lockOne, [system, providerId]))[0] ?? null;
}

/** Closes a payment unless it is closed. Only for systems that ask us before they charge. */
export async function closePayment(tx: Tx, id: string): Promise<PaymentRow | null> {
  return (await tx.run(closeOpen, [id]))[0] ?? null;
}

/** What identifies the payment of a provider's update: all of it must fit. */
export interface UpdateKey {
  readonly system: PaymentSystemName;
  readonly providerId: string;
  readonly reference: string;
  readonly amount: number;
}

/** Moves a payment to a state if its present state allows that and the update fits; the row stays locked until the transaction ends. */
export async function movePayment(
  tx: Tx,
  update: UpdateKey,
  to: PaymentStatus,
  from: readonly PaymentStatus[],
): Promise<MovedPayment | null> {
  return (await tx.run(move, [to, update.providerId, update.reference, update.amount, from, update.system]))[0] ?? null;
}

/** Ends the questions about a payment: the provider's status is final. */
export async function stopAsking(db: Queryable, id: string): Promise<void> {
  await db.run(settled, [id]);
}

/** Has a payment asked about within some seconds, also where the questions about it had ended. */
export async function askSoon(db: Queryable, id: string, seconds = 10): Promise<void> {
  await db.run(askedSoon, [id, seconds]);
}

/** Flags a payment for an operator; returns whether the problem is new. */
export async function flagPayment(db: Queryable, id: string, problem: PaymentFlag): Promise<boolean> {
  return (await db.run(flag, [id, problem])).length > 0;
}

/** The same where a refund was not made, unless the payment is flagged already or was refunded meanwhile. */
export async function flagUnrefundedPayment(db: Queryable, id: string, problem: PaymentFlag): Promise<boolean> {
  return (await db.run(flagUnrefunded, [id, problem])).length > 0;
}

/** Claims the right to ask the provider about a payment: once in 2 seconds over all processes. */
export async function claimPaymentQuestion(db: Queryable, id: string): Promise<boolean> {
  return (await db.run(claimQuestion, [id])).length > 0;
}

/** Milliseconds until the provider may be asked about a payment again; null if its questions have ended. */
export async function readQuestionWait(db: Queryable, id: string): Promise<number | null> {
  return (await db.run(questionWait, [id]))[0]?.milliseconds ?? null;
}

/**
 * Stores how many cards the provider has refused for a payment, under its lock. Returns the payment as it was before; null if the
 * update does not fit or reports no new refusals.
 */
export async function noteRefusals(tx: Tx, update: UpdateKey, refusals: number): Promise<PaymentRow | null> {
  const [row] = await tx.run(lockFitting, [update.providerId, update.reference, update.amount, update.system]);
  if (row === undefined || row.refusals >= refusals) return null;
  await tx.run(countRefused, [row.id, refusals]);
  return row;
}

/**
 * Claims payments for the sweeper; they are due again after a growing pause of at most 40 seconds. Paid ones are asked about at
 * 1, 4, 16, … minutes of age: the callback of a refund made at the provider may have been lost.
 */
export async function claimDuePayments(
  db: Queryable,
  most: number,
  system: PaymentSystemName | null = null,
): Promise<PaymentRow[]> {
  return db.run(claimDue, [most, system]);
}

/** Expires an unpaid payment a minute after its time, if the provider cannot be asked. */
export async function expirePayment(tx: Tx, id: string): Promise<PaymentRow | null> {
  return (await tx.run(expireByClock, [id]))[0] ?? null;
}
