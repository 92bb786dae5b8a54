import { type Queryable, statement } from '#base/db/db.server.ts';
import type { PaymeRegister } from './payme-register.server.ts';

/** A transaction of Payme. Times in milliseconds since 1970, 0 where there is none. */
export interface PaymeTransaction extends Record<string, unknown> {
  readonly id: string;
  readonly paymentId: string;
  /** The payment's id in Payme's account. */
  readonly providerId: string;
  /** Our number of it: the first one of a payment has the payment's id. */
  readonly number: string;
  readonly amount: number;
  readonly state: number;
  readonly reason: number | null;
  readonly time: number;
  readonly createTime: number;
  readonly performTime: number;
  readonly cancelTime: number;
  /** It was not performed, and is too old to be. */
  readonly isTimedOut: boolean;
}

/** The database's clock, which all processes share. */
const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Payme gives up a transaction 12 hours after it has created it (CreateTransaction, «Отмена по таймауту»). */
const isOld = `time < ${now} - 43200000`;

const columns = `t.id, t.payment_id as "paymentId", p.provider_id as "providerId",
  p.provider_id || case when t.attempt > 1 then '.' || t.attempt else '' end as number, t.amount, t.state, t.reason, t.time,
  t.create_time as "createTime", t.perform_time as "performTime", t.cancel_time as "cancelTime",
  t.state = 1 and t.${isOld} as "isTimedOut"`;

const byId = statement<PaymeTransaction>(`
  select ${columns} from payme_transaction t join payment p on p.id = t.payment_id where t.id = $1 and p.system = $2`);

const ofPayment = statement<PaymeTransaction>(`
  select ${columns} from payme_transaction t join payment p on p.id = t.payment_id where t.payment_id = $1`);

const between = statement<PaymeTransaction>(`
  select ${columns} from payme_transaction t join payment p on p.id = t.payment_id
  where t.time between $1 and $2 and (t.time, t.id) > ($1, $3) and p.system = $5 order by t.time, t.id limit $4`);

const insert = statement(`
  insert into payme_transaction (id, payment_id, amount, state, time, create_time, attempt)
  select $1, $2, $3, 1, $4, ${now}, 1 + count(*) from payme_transaction where payment_id = $2
  on conflict do nothing`);

const perform = statement<{ id: string }>(`
  update payme_transaction set state = 2, perform_time = ${now} where id = $1 and state = 1 returning id`);

const cancel = statement(`
  update payme_transaction set state = -state, reason = $2, cancel_time = ${now} where id = $1 and state > 0`);

/** Never one that is performed: only Payme itself can cancel that. */
const timeOut = statement(`
  update payme_transaction set state = -1, reason = 4, cancel_time = ${now} where id = $1 and state = 1 and ${isOld}`);

const timeOutOf = statement(`
  update payme_transaction set state = -1, reason = 4, cancel_time = ${now}
  where payment_id = $1 and state = 1 and ${isOld}`);

/** Locks in one order, so that two statements at once do not wait for each other. */
const timeOutBetween = statement(`
  update payme_transaction set state = -1, reason = 4, cancel_time = ${now}
  where id in (
    select id from payme_transaction where time between $1 and $2 and state = 1 and ${isOld} order by time, id for update
  ) and state = 1`);

/** A transaction of a cash register. */
export async function readTransaction(
  db: Queryable,
  system: PaymeRegister['system'],
  id: string,
): Promise<PaymeTransaction | null> {
  return (await db.run(byId, [id, system]))[0] ?? null;
}

export async function readTransactionsOf(db: Queryable, paymentId: string): Promise<PaymeTransaction[]> {
  return db.run(ofPayment, [paymentId]);
}

const pageSize = 500;

/** The transactions of a cash register that Payme has created within a period, both ends included, in pages. The last page may be empty. */
export async function* readStatement(
  db: Queryable,
  system: PaymeRegister['system'],
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<PaymeTransaction[]> {
  let last: Pick<PaymeTransaction, 'time' | 'id'> | undefined = { time: from, id: '' };
  while (last !== undefined) {
    const page: PaymeTransaction[] = await db.run(between, [last.time, to, last.id, pageSize, system]);
    yield page;
    last = page.length < pageSize ? undefined : page.at(-1);
  }
}

/** Inserts a transaction unless it exists or another one of the payment is not cancelled. The caller holds the payment's lock. */
export async function insertTransaction(
  db: Queryable,
  transaction: Pick<PaymeTransaction, 'id' | 'paymentId' | 'amount' | 'time'>,
): Promise<void> {
  const { id, paymentId, amount, time } = transaction;
  await db.run(insert, [id, paymentId, amount, time]);
}

/** Performs a transaction if it is created, and returns whether it was; of two at once, one does. */
export async function performTransaction(db: Queryable, id: string): Promise<boolean> {
  return (await db.run(perform, [id])).length > 0;
}

/** Cancels a transaction unless it is cancelled. */
export async function cancelTransaction(db: Queryable, id: string, reason: number): Promise<void> {
  await db.run(cancel, [id, reason]);
}

/** Cancels a transaction that has waited too long, unless it is performed or cancelled meanwhile. */
export async function timeOutTransaction(db: Queryable, id: string): Promise<void> {
  await db.run(timeOut, [id]);
}

/** The same for all of a payment. */
export async function timeOutTransactionsOf(db: Queryable, paymentId: string): Promise<void> {
  await db.run(timeOutOf, [paymentId]);
}

/** The same for all that Payme has created within a period, both ends included. */
export async function timeOutPeriod(
  db: Queryable,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await db.run(timeOutBetween, [from, to]);
}
