import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database, Queryable } from '#base/db/db.server.ts';
import { waitForStandbyAtCommit } from '#base/db/wait-for-standby.server.ts';
import type { TaxItem } from '../../payment-lines.ts';
import type { CallbackPayments } from '../../payment-system.server.ts';
import { readOwnPayment } from '../own-payment-store.server.ts';
import { isStorable } from '../storable-text.ts';
import {
  busyPayment,
  impossible,
  type PaymeError,
  secondTransaction,
  unknownPayment,
  unknownReceipt,
  unknownTransaction,
  wrongAmount,
} from './payme-errors.ts';
import { fiscalDetail } from './payme-fiscal.server.ts';
import { type FiscalData, fiscalData, storeFiscalData } from './payme-fiscal-data.server.ts';
import type { CalledPayment, PaymeRegister } from './payme-register.server.ts';
import { type PaymeEndpoint, type PaymeMethod, registerPaymeRpc, StreamedList } from './payme-rpc.server.ts';
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

interface PaymeMerchantOptions {
  readonly db: Database;
  readonly payments: CallbackPayments;
  readonly register: PaymeRegister;
  /** What the operator's configuration calls all that is sold; null: nothing. */
  readonly taxItem: TaxItem | null;
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
function createPaymeMerchant({ db, payments, register, taxItem }: PaymeMerchantOptions) {
  const { system } = register;

  /** Runs `work` with the payment of an account locked. */
  async function withPayment<Result>(id: string, work: (called: CalledPayment) => Promise<Result>): Promise<Result> {
    const done = await payments.locked(id, async (tx, lock) => {
      const payment = await readOwnPayment(tx, system, id);
      return payment && { result: await work({ tx, lock, payment }) };
    });
    if (done === null) throw unknownPayment();
    return done.result;
  }

  async function readKnown(queryable: Queryable, id: string): Promise<PaymeTransaction> {
    const found = await readTransaction(queryable, system, id);
    if (found === null) throw unknownTransaction();
    return found;
  }

  async function requireTransaction(id: string): Promise<PaymeTransaction> {
    if ((await readTransaction(db, system, id)) === null) await register.adopt?.(db, id);
    const found = await readKnown(db, id);
    if (!found.isTimedOut) return found;
    await timeOutTransaction(db, id);
    return readKnown(db, id);
  }

  /** Throws the errors of `CheckPerformTransaction` unless the payment may be paid now with this amount, and `busy` while a transaction is waiting. */
  async function requirePayable(
    called: CalledPayment,
    { amount, id, busy }: { readonly amount: number; readonly id: string | null; readonly busy: () => PaymeError },
  ): Promise<void> {
    const { tx, payment } = called;
    if (payment.amount !== amount) throw wrongAmount();
    await register.requireOpen(called, id);
    await timeOutTransactionsOf(tx, payment.paymentId);
    const others = await readTransactionsOf(tx, payment.paymentId);
    if (others.some(({ state }) => state > 0)) throw busy();
  }

  /** Changes a transaction and settles its payment in one database transaction; returns it as it is then. */
  async function change(id: string, work: (called: CalledPayment, now: PaymeTransaction) => Promise<void>) {
    const { providerId } = await requireTransaction(id);
    return withPayment(providerId, async (called) => {
      await work(called, await readKnown(called.tx, id));
      await register.settle(called);
      return readKnown(called.tx, id);
    });
  }

  async function create(asked: z.output<typeof created>) {
    const { id, time, amount, account } = asked;
    await withPayment(account.payment, async (called) => {
      const { tx, payment } = called;
      if ((await readTransaction(tx, system, id)) !== null) return waitForStandbyAtCommit(tx);
      await requirePayable(called, { amount, id, busy: secondTransaction });
      await insertTransaction(tx, { id, paymentId: payment.paymentId, amount, time });
    });
    const transaction = await requireTransaction(id);
    if (transaction.providerId !== account.payment) throw unknownPayment();
    if (transaction.amount !== amount) throw wrongAmount();
    if (transaction.state !== 1) throw impossible();
    return { create_time: transaction.createTime, transaction: transaction.number, state: transaction.state };
  }

  async function perform(id: string) {
    const { state, performTime, number } = await change(id, async (called, now) => {
      if (now.state < 0) throw impossible();
      if (now.state === 2) return waitForStandbyAtCommit(called.tx);
      // The last moment at which money can be refused.
      if (!(await register.mayPerform(called, id))) throw impossible();
      if (!(await performTransaction(called.tx, id))) throw impossible();
    });
    return { transaction: number, perform_time: performTime, state };
  }

  async function cancel({ id, reason }: z.output<typeof cancelled>) {
    const { state, cancelTime, number } = await change(id, async ({ tx }, now) => {
      if (now.state < 0) return waitForStandbyAtCommit(tx);
      await cancelTransaction(tx, id, reason);
    });
    return { transaction: number, cancel_time: cancelTime, state };
  }

  async function stateNow(id: string) {
    await requireTransaction(id);
    const found = await db.transaction(async (tx) => {
      await waitForStandbyAtCommit(tx);
      return readKnown(tx, id);
    });
    return stateOf(found);
  }

  async function check({ amount, account }: z.output<typeof checked>) {
    return withPayment(account.payment, async (called) => {
      await requirePayable(called, { amount, id: null, busy: busyPayment });
      return { allow: true, ...fiscalDetail(called.payment, taxItem) };
    });
  }

  async function setFiscalData(data: FiscalData): Promise<{ readonly success: true }> {
    const found = await register.findPayment(db, data.id);
    if (found === null) throw unknownReceipt();
    await withPayment(found.providerId, async (called) => {
      await storeFiscalData(called.tx, called.payment.paymentId, data);
      await register.settle(called);
    });
    return { success: true };
  }

  async function* report(asked: z.output<typeof period>) {
    const { from, to } = asked;
    await timeOutPeriod(db, asked);
    for await (const page of readStatement(db, system, { from, to })) {
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
    ['CheckPerformTransaction', async (params) => check(checked.parse(params))],
    ['CreateTransaction', async (params) => create(created.parse(params))],
    ['PerformTransaction', async (params) => perform(named.parse(params).id)],
    ['CancelTransaction', async (params) => cancel(cancelled.parse(params))],
    ['CheckTransaction', async (params) => stateNow(named.parse(params).id)],
    ['SetFiscalData', async (params) => setFiscalData(fiscalData.parse(params))],
    ['GetStatement', async (params) => new StreamedList('transactions', report(period.parse(params)))],
  ]);
}

/** Adds the endpoint of a cash register, which Payme calls about its payments. */
export function registerPaymeMerchant(
  api: FastifyInstance,
  { key, addresses, ...options }: PaymeMerchantOptions & PaymeEndpoint,
): void {
  registerPaymeRpc(api, { endpoint: options.register.endpoint, key, addresses, methods: createPaymeMerchant(options) });
}
