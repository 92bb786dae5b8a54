import { type Queryable, statement } from '#base/db/db.server.ts';

/**
 * What has become of an attempt. `Doubtful`: Click has taken the payer's money and was refused, and has not said since what became of it.
 * `ChargedTwice`: Click has kept that money beside that of another attempt. `Reversed`: the money was given back after one of the two.
 */
type ClickAttemptState = 'Prepared' | 'Completed' | 'Cancelled' | 'Doubtful' | 'ChargedTwice' | 'Reversed';

/** An attempt to pay at Click. `amount` in minor units. */
export interface ClickAttempt extends Record<string, unknown> {
  readonly id: number;
  readonly prepareId: number;
  readonly paymentId: string;
  readonly paydocId: number;
  readonly amount: number;
  readonly state: ClickAttemptState;
  /** `YYYY-MM-DD` on Click's clock. */
  readonly day: string;
  /** How long ago Click has prepared it, in seconds. */
  readonly age: number;
}

const columns = `id, prepare_id as "prepareId", payment_id as "paymentId", paydoc_id as "paydocId", amount, state,
  to_char(day, 'YYYY-MM-DD') as day, extract(epoch from clock_timestamp() - created_at)::int as age`;

const byId = statement<ClickAttempt>(`select ${columns} from click_attempt where id = $1`);

const ofPayment = statement<ClickAttempt>(
  `select ${columns} from click_attempt where payment_id = $1 order by id desc`,
);

const insert = statement<{ prepareId: number }>(`
  insert into click_attempt (id, payment_id, paydoc_id, amount, day) values ($1, $2, $3, $4, $5)
  on conflict do nothing returning prepare_id as "prepareId"`);

const complete = statement(`
  update click_attempt a set state = case when exists (
      select from click_attempt o where o.payment_id = a.payment_id and o.id <> $1 and o.state in ('Completed', 'Reversed')
    ) then 'ChargedTwice' else 'Completed' end
  where id = $1 and state in ('Prepared', 'Cancelled', 'Doubtful')
    and not exists (select from click_attempt o where o.payment_id = a.payment_id and o.id <> $1 and o.state = 'Prepared')`);

const refuse = statement(`
  update click_attempt set state = $2 where id = $1 and state in ('Prepared', 'Cancelled', 'Doubtful')`);

const reverse = statement(`
  update click_attempt set state = 'Reversed' where id = $1 and state in ('Completed', 'ChargedTwice')`);

export async function readAttempt(db: Queryable, id: number): Promise<ClickAttempt | null> {
  return (await db.run(byId, [id]))[0] ?? null;
}

/** The attempts of a payment, the newest first. */
export async function readAttemptsOf(db: Queryable, paymentId: string): Promise<ClickAttempt[]> {
  return db.run(ofPayment, [paymentId]);
}

/** Inserts a prepared attempt and returns its number; null: another one of the payment is prepared or completed. */
export async function insertAttempt(
  db: Queryable,
  { id, paymentId, paydocId, amount, day }: Pick<ClickAttempt, 'id' | 'paymentId' | 'paydocId' | 'amount' | 'day'>,
): Promise<number | null> {
  return (await db.run(insert, [id, paymentId, paydocId, amount, day]))[0]?.prepareId ?? null;
}

/**
 * Completes an attempt that Click has charged, also where it was refused. Beside one that was completed before, it is charged twice; while
 * another one is prepared, nothing is decided.
 */
export async function completeAttempt(db: Queryable, id: number): Promise<void> {
  await db.run(complete, [id]);
}

/** Cancels an attempt that is not completed: nothing was taken, or it was given back. */
export async function cancelAttempt(db: Queryable, id: number): Promise<void> {
  await db.run(refuse, [id, 'Cancelled']);
}

/** Refuses an attempt that Click has charged: it has to be asked whether it has given the money back. */
export async function doubtAttempt(db: Queryable, id: number): Promise<void> {
  await db.run(refuse, [id, 'Doubtful']);
}

/** Notes that the money of an attempt was given back. */
export async function reverseAttempt(db: Queryable, id: number): Promise<void> {
  await db.run(reverse, [id]);
}
