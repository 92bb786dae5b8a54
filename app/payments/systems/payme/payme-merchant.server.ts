import { z } from 'zod';
import type { Database } from '#base/db/db.server.ts';
import type { CallbackPayments } from '../payment-system.server.ts';
import { type FiscalItem, fiscalDetail } from './payme-fiscal.ts';
import { PaymeError, type PaymeMethod } from './payme-rpc.server.ts';
import {
  cancelTransaction,
  insertTransaction,
  type PaymePayment,
  type PaymeTransaction,
  performTransaction,
  readPaymePayment,
  readStatement,
  readTransaction,
  readTransactionsOf,
} from './payme-store.server.ts';

/** Payme gives up a transaction 12 hours after it has created it (CreateTransaction, «Отмена по таймауту»). */
const lifeMilliseconds = 43_200_000;
const timedOutReason = 4;

const moment = z.int().nonnegative();
const account = z.object({ payment: z.string().max(200) });
const checked = z.object({ amount: z.int(), account });
const created = z.object({ id: z.string().min(1).max(100), time: moment, amount: z.int(), account });
const named = z.object({ id: z.string().max(100) });
const cancelled = named.extend({ reason: z.int().min(-32_768).max(32_767) });
const period = z.object({ from: moment, to: moment });

export interface PaymeMerchantOptions {
  readonly db: Database;
  readonly payments: CallbackPayments;
  /** What the fiscal receipt names; null: Payme makes none from us. */
  readonly fiscal: FiscalItem | null;
}

const notFound = () => new PaymeError(-31003, 'Транзакция не найдена');
const impossible = () => new PaymeError(-31008, 'Невозможно выполнить операцию');

/** The payment that may be paid now with this amount. Throws the errors of `CheckPerformTransaction`. */
async function requirePayable(db: Database, asked: z.output<typeof checked>): Promise<PaymePayment> {
  const payment = await readPaymePayment(db, asked.account.payment);
  if (payment === null) throw new PaymeError(-31050, 'Платёж не найден', 'payment');
  if (payment.amount !== asked.amount) throw new PaymeError(-31001, 'Неверная сумма');
  const isOpen = payment.status === 'Created' && payment.expiresAt.getTime() > Date.now();
  if (!isOpen) throw new PaymeError(-31051, 'Платёж закрыт', 'payment');
  return payment;
}

async function requireNoOther(db: Database, { paymentId }: PaymePayment): Promise<void> {
  const others = await readTransactionsOf(db, paymentId);
  if (others.some(({ state }) => state > 0)) throw new PaymeError(-31052, 'Платёж уже оплачивается', 'payment');
}

export const isTimedOut = ({ state, time }: PaymeTransaction) => state === 1 && Date.now() - time > lifeMilliseconds;

async function requireTransaction(db: Database, id: string): Promise<PaymeTransaction> {
  const found = await readTransaction(db, id);
  if (found === null) throw notFound();
  if (!isTimedOut(found)) return found;
  await cancelTransaction(db, id, timedOutReason, Date.now());
  return (await readTransaction(db, id)) ?? found;
}

const stateOf = ({ providerId, state, createTime, performTime, cancelTime, reason }: PaymeTransaction) => ({
  ...{ create_time: createTime, perform_time: performTime, cancel_time: cancelTime },
  ...{ transaction: providerId, state, reason },
});

/** The methods that Payme calls (https://developer.help.paycom.uz/metody-merchant-api/). Amounts are in tiyin, as ours. */
export function createPaymeMerchant({ db, payments, fiscal }: PaymeMerchantOptions) {
  async function create(asked: z.output<typeof created>) {
    const { id, time, amount } = asked;
    if ((await readTransaction(db, id)) === null) {
      const payment = await requirePayable(db, asked);
      await requireNoOther(db, payment);
      await insertTransaction(db, { id, paymentId: payment.paymentId, amount, time, createTime: Date.now() });
      // Of two transactions at once for one payment, one was inserted.
      if ((await readTransaction(db, id)) === null) await requireNoOther(db, payment);
    }
    const transaction = await requireTransaction(db, id);
    if (transaction.providerId !== asked.account.payment) throw new PaymeError(-31050, 'Платёж не найден', 'payment');
    if (transaction.amount !== amount) throw new PaymeError(-31001, 'Неверная сумма');
    if (transaction.state !== 1) throw impossible();
    return { create_time: transaction.createTime, transaction: transaction.providerId, state: transaction.state };
  }

  async function perform(id: string) {
    const found = await requireTransaction(db, id);
    if (found.state === 1) await performTransaction(db, id, Date.now());
    const { state, performTime, providerId } = await requireTransaction(db, id);
    if (state !== 2) throw impossible();
    // Also for a repeated call: the process may have ended before the payment was settled.
    await payments.hear(providerId);
    return { transaction: providerId, perform_time: performTime, state };
  }

  async function cancel({ id, reason }: z.output<typeof cancelled>) {
    await requireTransaction(db, id);
    await cancelTransaction(db, id, reason, Date.now());
    const { state, cancelTime, providerId } = await requireTransaction(db, id);
    await payments.hear(providerId);
    return { transaction: providerId, cancel_time: cancelTime, state };
  }

  async function check(params: unknown) {
    const payment = await requirePayable(db, checked.parse(params));
    await requireNoOther(db, payment);
    return { allow: true, ...(fiscal !== null && { detail: fiscalDetail(fiscal, payment) }) };
  }

  async function report({ from, to }: z.output<typeof period>) {
    const transactions = (await readStatement(db, from, to)).map((transaction) => ({
      ...{ id: transaction.id, time: transaction.time, amount: transaction.amount },
      ...{ account: { payment: transaction.providerId }, ...stateOf(transaction) },
    }));
    return { transactions };
  }

  return new Map<string, PaymeMethod>([
    ['CheckPerformTransaction', check],
    ['CreateTransaction', async (params) => create(created.parse(params))],
    ['PerformTransaction', async (params) => perform(named.parse(params).id)],
    ['CancelTransaction', async (params) => cancel(cancelled.parse(params))],
    ['CheckTransaction', async (params) => stateOf(await requireTransaction(db, named.parse(params).id))],
    ['GetStatement', async (params) => report(period.parse(params))],
  ]);
}
