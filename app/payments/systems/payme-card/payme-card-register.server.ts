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
    // A charge names its receipt before it has it paid; one whose creation was not answered is never paid.
    const isOurs = id === null ? row?.isCharging : row?.id === id;
    if (!isOurs || !(await lock.isPayable())) throw closedPayment();
  },
  async mayPerform({ lock, payment }) {
    return payment.status === 'Paid' || (await lock.isPayable());
  },
  settle: ({ lock }) => lock.askSoon(),
  findPayment: findReceipt,
  adopt: adoptReceipt,
};
