import { z } from 'zod';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import { waitForStandbyAtCommit } from '#base/db/wait-for-standby.server.ts';
import type { TaxItem } from '../../payment-lines.ts';
import type { CallbackPayments, LockedPayment } from '../../payment-system.server.ts';
import { type OwnPayment, readOwnPayment } from '../own-payment-store.server.ts';
import { isStorable } from '../storable-text.ts';
import {
  busyPayment,
  closedPayment,
  impossible,
  type PaymeError,
  secondTransaction,
  unknownPayment,
  unknownTransaction,
  wrongAmount,
} from './payme-errors.ts';
import { fiscalDetail } from './payme-fiscal.server.ts';
import { setFiscalData } from './payme-fiscal-data.server.ts';
import { reportPayme } from './payme-report.server.ts';
import { type PaymeMethod, StreamedList } from './payme-rpc.server.ts';
import {
  cancelTransaction,
  insertTransaction,
  type PaymeTransaction,
  performTransaction,
  readStatement,
  readTransaction,
  readTransactionsOf,
  timeOutPeriod,
  timeOutTransaction,
  timeOutTransactionsOf,
} from './payme-store.server.ts';

const dayMilliseconds = 86_400_000;

const moment = z.int().nonnegative();
const transactionId = z.string().min(1).max(100).refine(isStorable);
/** Thirteen digits. One of the future would never be too old, but clocks differ. */
const creationTime = z
  .int()
  .min(1_000_000_000_000)
  .refine((time) => time <= Date.now() + dayMilliseconds);
/** A wrong one is the payer's mistake, so that it counts as one of an unknown payment. */
const account = z.object({ payment: z.string().max(200).refine(isStorable) }).catch({ payment: '' });
const checked = z.object({ amount: z.int(), account });
const created = z.object({ id: transactionId, time: creationTime, amount: z.int(), account });
const named = z.object({ id: transactionId });
const cancelled = named.extend({ reason: z.int().min(-32_768).max(32_767) });
const period = z.object({ from: moment, to: moment });

export interface PaymeMerchantOptions {
  readonly db: Database;
  readonly payments: CallbackPayments;
  /** What the operator's configuration calls all that is sold; null: nothing. */
  readonly taxItem: TaxItem | null;
}

/**
 * The locked payment, which may be paid now with this amount. Throws the errors of `CheckPerformTransaction`, and `busy` while a
 * transaction is waiting.
 */
async function requirePayable(
  tx: Tx,
  lock: LockedPayment,
  { amount, account: { payment: id }, busy }: z.output<typeof checked> & { readonly busy: () => PaymeError },
): Promise<OwnPayment> {
  const payment = await readOwnPayment(tx, 'payme', id);
  if (payment === null) throw unknownPayment();
  if (payment.amount !== amount) throw wrongAmount();
  if (payment.isOver || !(await lock.isPayable())) throw closedPayment();
  await timeOutTransactionsOf(tx, payment.paymentId);
  const others = await readTransactionsOf(tx, payment.paymentId);
  if (others.some(({ state }) => state > 0)) throw busy();
  return payment;
}

async function readKnown(db: Queryable, id: string): Promise<PaymeTransaction> {
  const found = await readTransaction(db, id);
  if (found === null) throw unknownTransaction();
  return found;
}

async function requireTransaction(db: Database, id: string): Promise<PaymeTransaction> {
  const found = await readKnown(db, id);
  if (!found.isTimedOut) return found;
  await timeOutTransaction(db, id);
  return readKnown(db, id);
}

const stateOf = ({ number, state, createTime, performTime, cancelTime, reason }: PaymeTransaction) => ({
  create_time: createTime,
  perform_time: performTime,
  cancel_time: cancelTime,
  transaction: number,
  state,
  reason,
});

/** The methods that Payme calls (https://developer.help.paycom.uz/metody-merchant-api/). Amounts are in tiyin, as ours. */
export function createPaymeMerchant({ db, payments, taxItem }: PaymeMerchantOptions) {
  /** Runs `work` with the payment of an account locked. */
  async function withPayment<Result>(id: string, work: (tx: Tx, lock: LockedPayment) => Promise<Result>) {
    const done = await payments.locked(id, async (tx, lock) => ({ result: await work(tx, lock) }));
    if (done === null) throw unknownPayment();
    return done.result;
  }

  /** Changes a transaction and settles its payment in one database transaction; returns it as it is then. */
  async function change(id: string, work: (tx: Tx, lock: LockedPayment, now: PaymeTransaction) => Promise<void>) {
    const { providerId } = await requireTransaction(db, id);
    return withPayment(providerId, async (tx, lock) => {
      await work(tx, lock, await readKnown(tx, id));
      await lock.settle(await reportPayme(tx, providerId));
      return readKnown(tx, id);
    });
  }

  async function create(asked: z.output<typeof created>) {
    const { id, time, amount, account } = asked;
    await withPayment(account.payment, async (tx, lock) => {
      if ((await readTransaction(tx, id)) !== null) return waitForStandbyAtCommit(tx);
      const { paymentId } = await requirePayable(tx, lock, { ...asked, busy: secondTransaction });
      await insertTransaction(tx, { id, paymentId, amount, time });
    });
    const transaction = await requireTransaction(db, id);
    if (transaction.providerId !== account.payment) throw unknownPayment();
    if (transaction.amount !== amount) throw wrongAmount();
    if (transaction.state !== 1) throw impossible();
    return { create_time: transaction.createTime, transaction: transaction.number, state: transaction.state };
  }

  async function perform(id: string) {
    const { state, performTime, number } = await change(id, async (tx, lock, now) => {
      if (now.state < 0) throw impossible();
      if (now.state === 2) return waitForStandbyAtCommit(tx);
      // Payme cannot refund by itself, so that this is the last moment at which money can be refused.
      if (!(await lock.isPayable())) throw impossible();
      if (!(await performTransaction(tx, id))) throw impossible();
    });
    return { transaction: number, perform_time: performTime, state };
  }

  async function cancel({ id, reason }: z.output<typeof cancelled>) {
    const { state, cancelTime, number } = await change(id, async (tx, _lock, now) => {
      if (now.state < 0) return waitForStandbyAtCommit(tx);
      await cancelTransaction(tx, id, reason);
    });
    return { transaction: number, cancel_time: cancelTime, state };
  }

  async function stateNow(id: string) {
    await requireTransaction(db, id);
    const found = await db.transaction(async (tx) => {
      await waitForStandbyAtCommit(tx);
      return readKnown(tx, id);
    });
    return stateOf(found);
  }

  async function check(params: unknown) {
    const asked = checked.parse(params);
    const payment = await withPayment(asked.account.payment, (tx, lock) =>
      requirePayable(tx, lock, { ...asked, busy: busyPayment }),
    );
    return { allow: true, ...fiscalDetail(payment, taxItem) };
  }

  async function* report(asked: z.output<typeof period>) {
    const { from, to } = asked;
    await timeOutPeriod(db, asked);
    for await (const page of readStatement(db, from, to)) {
      yield page.map((transaction) => ({
        id: transaction.id,
        time: transaction.time,
        amount: transaction.amount,
        account: { payment: transaction.providerId },
        ...stateOf(transaction),
      }));
    }
  }

  return new Map<string, PaymeMethod>([
    ['CheckPerformTransaction', check],
    ['CreateTransaction', async (params) => create(created.parse(params))],
    ['PerformTransaction', async (params) => perform(named.parse(params).id)],
    ['CancelTransaction', async (params) => cancel(cancelled.parse(params))],
    ['CheckTransaction', async (params) => stateNow(named.parse(params).id)],
    ['SetFiscalData', (params) => setFiscalData(db, params)],
    ['GetStatement', async (params) => new StreamedList('transactions', report(period.parse(params)))],
  ]);
}
