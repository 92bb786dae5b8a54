import { closedPayment } from '../payme/payme-errors.ts';
import type { PaymeRegister } from '../payme/payme-register.server.ts';
import { adoptReceipt, findReceipt, readReceipt } from './payme-receipt-store.server.ts';

/**
 * The cash register of the cards. Payme calls it about receipts that our own charges create and pay, so that it takes the money of no other one. Its
 * calls are stored to be answered alike when they are repeated; they settle nothing: the receipt is asked for at Payme, soon after each.
 */
export const paymeCardRegister: PaymeRegister = {
  system: 'payme-card',
  endpoint: 'PaymeCard',
  async requireOpen({ tx, lock, payment }, id) {
    const row = await readReceipt(tx, payment.paymentId);
    // Payme may call before its answer has named the receipt here.
    const isNamed = id !== null && row !== null && row.id !== null;
    const isOurs = isNamed ? row.id === id : row?.isCharging;
    if (!isOurs || !(await lock.isPayable())) throw closedPayment();
  },
  async mayPerform({ tx, lock, payment }, id) {
    // A charge names its receipt before it has it paid; one whose creation was not answered is never paid.
    if ((await readReceipt(tx, payment.paymentId))?.id !== id) return false;
    return payment.status === 'Paid' || (await lock.isPayable());
  },
  settle: ({ lock }) => lock.askSoon(),
  findPayment: findReceipt,
  adopt: adoptReceipt,
};
