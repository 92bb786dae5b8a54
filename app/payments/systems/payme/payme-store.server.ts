import { type Queryable, statement } from '#base/db/db.server.ts';

/** A transaction of Payme. Times in milliseconds since 1970, 0 where there is none. */
export interface PaymeTransaction extends Record<string, unknown> {
  readonly id: string;
  readonly paymentId: string;
  /** The payment's id in Payme's account. */
  readonly providerId: string;
  readonly amount: number;
  readonly state: number;
  readonly reason: number | null;
  readonly time: number;
  readonly createTime: number;
  readonly performTime: number;
  readonly cancelTime: number;
}

const columns = `t.id, t.payment_id as "paymentId", p.provider_id as "providerId", t.amount, t.state, t.reason, t.time,
  t.create_time as "createTime", t.perform_time as "performTime", t.cancel_time as "cancelTime"`;

const byId = statement<PaymeTransaction>(`
  select ${columns} from payme_transaction t join payment p on p.id = t.payment_id where t.id = $1`);

const ofPayment = statement<PaymeTransaction>(`
  select ${columns} from payme_transaction t join payment p on p.id = t.payment_id where t.payment_id = $1`);

const between = statement<PaymeTransaction>(`
  select ${columns} from payme_transaction t join payment p on p.id = t.payment_id
  where t.time between $1 and $2 and (t.time, t.id) > ($1, $3) order by t.time, t.id limit $4`);

const insert = statement(`
  insert into payme_transaction (id, payment_id, amount, state, time, create_time) values ($1, $2, $3, 1, $4, $5)
  on conflict do nothing`);

const perform = statement(`update payme_transaction set state = 2, perform_time = $2 where id = $1 and state = 1`);

const cancel = statement(`
  update payme_transaction set state = -state, reason = $2, cancel_time = $3 where id = $1 and state > 0`);

/** Never one that is performed: only Payme itself can cancel that. */
const timeOut = statement(`
  update payme_transaction set state = -1, reason = 4, cancel_time = $2 where id = $1 and state = 1`);

export async function readTransaction(db: Queryable, id: string): Promise<PaymeTransaction | null> {
  return (await db.run(byId, [id]))[0] ?? null;
}

export async function readTransactionsOf(db: Queryable, paymentId: string): Promise<PaymeTransaction[]> {
  return db.run(ofPayment, [paymentId]);
}

const pageSize = 500;

/** The transactions that Payme has created within a period, both ends included, in pages. The last page may be empty. */
export async function* readStatement(db: Queryable, from: number, to: number): AsyncGenerator<PaymeTransaction[]> {
  let last: Pick<PaymeTransaction, 'time' | 'id'> | undefined = { time: from, id: '' };
  while (last !== undefined) {
    const page: PaymeTransaction[] = await db.run(between, [last.time, to, last.id, pageSize]);
    yield page;
    last = page.length < pageSize ? undefined : page.at(-1);
  }
}

/** Inserts a transaction unless it exists or another one of the payment is not cancelled. */
export async function insertTransaction(
  db: Queryable,
  transaction: Pick<PaymeTransaction, 'id' | 'paymentId' | 'amount' | 'time' | 'createTime'>,
): Promise<void> {
  const { id, paymentId, amount, time, createTime } = transaction;
  await db.run(insert, [id, paymentId, amount, time, createTime]);
}

/** Performs a transaction if it is created; of two at once, one does. */
export async function performTransaction(db: Queryable, id: string, at: number): Promise<void> {
  await db.run(perform, [id, at]);
}

/** Cancels a transaction unless it is cancelled. */
export async function cancelTransaction(db: Queryable, id: string, reason: number, at: number): Promise<void> {
  await db.run(cancel, [id, reason, at]);
}

/** Cancels a transaction that has waited too long, unless it is performed or cancelled meanwhile. */
export async function timeOutTransaction(db: Queryable, id: string, at: number): Promise<void> {
  await db.run(timeOut, [id, at]);
}
