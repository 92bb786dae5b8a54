import type { Tx } from '#base/db/db.server.ts';
import { waitForStandbyAtCommit } from '#base/db/wait-for-standby.server.ts';
import { isOpen } from '../../payment-status.ts';
import type { CallbackPayments, LockedPayment } from '../../payment-system.server.ts';
import { type OwnPayment, readOwnPayment } from '../own-payment-store.server.ts';
import type { ClickCall } from './click-call.server.ts';
import type { ClickOutcome } from './click-errors.ts';
import { reportClick } from './click-report.server.ts';
import {
  type ClickAttempt,
  cancelAttempt,
  completeAttempt,
  doubtAttempt,
  insertAttempt,
  readAttempt,
} from './click-store.server.ts';

/** What a call is answered with. */
export interface ClickAnswer {
  readonly outcome: ClickOutcome;
  /** Our number of the attempt. */
  readonly prepareId?: number;
}

/** The answer to one of the two calls. */
export type ClickAct = (call: ClickCall) => Promise<ClickAnswer>;

/** A locked payment and what Click wants of it. */
interface Asked {
  readonly tx: Tx;
  readonly lock: LockedPayment;
  readonly payment: OwnPayment;
  readonly call: ClickCall;
}

const ended = ({ state }: ClickAttempt): ClickOutcome => (state === 'Completed' ? 'alreadyPaid' : 'cancelled');

/** A Prepare that was answered before; the payment may have been closed since. */
async function prepareAgain({ tx, lock, payment, call }: Asked, known: ClickAttempt): Promise<ClickAnswer> {
  if (known.paymentId !== payment.paymentId) return { outcome: 'wrongRequest' };
  if (known.amount !== call.amount) return { outcome: 'wrongAmount' };
  await waitForStandbyAtCommit(tx);
  if (known.state !== 'Prepared') return { outcome: ended(known) };
  return (await lock.isPayable()) ? { outcome: 'success', prepareId: known.prepareId } : { outcome: 'cancelled' };
}

async function prepareNew({ tx, lock, payment, call }: Asked): Promise<ClickAnswer> {
  if (payment.amount !== call.amount) return { outcome: 'wrongAmount' };
  if (payment.status === 'Paid') return { outcome: 'alreadyPaid' };
  if (payment.isOver || !(await lock.isPayable())) return { outcome: 'cancelled' };
  const { attempt: id, paydoc: paydocId, day } = call;
  const { paymentId, amount } = payment;
  const prepareId = await insertAttempt(tx, { id, paymentId, paydocId, amount, day });
  return prepareId === null ? { outcome: 'cancelled' } : { outcome: 'success', prepareId };
}

/** Refuses an attempt. What Click has charged by now is found out later: see `ask`. */
async function refuseAttempt({ tx, lock, call }: Asked, { id }: ClickAttempt): Promise<ClickAnswer> {
  if (call.isCancelled) await cancelAttempt(tx, id);
  else {
    await doubtAttempt(tx, id);
    await lock.askSoon();
  }
  return { outcome: 'cancelled' };
}

async function completePrepared(asked: Asked, attempt: ClickAttempt): Promise<ClickAnswer> {
  const { tx, lock, payment, call } = asked;
  const { id, prepareId } = attempt;
  if (call.isCancelled || !(await lock.isPayable())) return refuseAttempt(asked, attempt);
  await completeAttempt(tx, id);
  await lock.settle(await reportClick(tx, payment.providerId));
  return { outcome: 'success', prepareId };
}

/** Another sum than Click was allowed to take: the payment is flagged for an operator, and never paid with it. */
async function refuseSum({ tx, lock, payment, call }: Asked, { id, state }: ClickAttempt): Promise<ClickAnswer> {
  if (call.amount !== null && isOpen(payment.status) && state === 'Prepared') {
    const report = await reportClick(tx, payment.providerId);
    await cancelAttempt(tx, id);
    await lock.settle({ ...report, status: 'paid', amount: call.amount });
  }
  return { outcome: 'wrongAmount' };
}

async function completeAsked(asked: Asked): Promise<ClickAnswer> {
  const { tx, lock, payment, call } = asked;
  const known = await readAttempt(tx, call.attempt);
  if (known?.paymentId !== payment.paymentId || known.prepareId !== call.prepareId) {
    return { outcome: call.isCancelled ? 'cancelled' : 'unknownAttempt' };
  }
  if (known.amount !== call.amount) return refuseSum(asked, known);
  if (known.state === 'Prepared') return completePrepared(asked, known);
  const isRefused = known.state === 'Cancelled' || known.state === 'Doubtful';
  if (isRefused && !call.isCancelled) return refuseAttempt(asked, known);
  // It is settled by the repeated call if the process ended in between.
  await lock.settle(await reportClick(tx, payment.providerId));
  await waitForStandbyAtCommit(tx);
  return { outcome: ended(known) };
}

/** The two calls of Click's Shop API (https://docs.click.uz/en/click-api-request/), each under the lock of its payment. */
export function createClickMerchant(payments: CallbackPayments): {
  readonly prepare: ClickAct;
  readonly complete: ClickAct;
} {
  const withPayment = (work: (asked: Asked) => Promise<ClickAnswer>) => async (call: ClickCall) => {
    const answer = await payments.locked(call.payment, async (tx, lock) => {
      const payment = await readOwnPayment(tx, 'click', call.payment);
      return payment && work({ tx, lock, payment, call });
    });
    return answer ?? { outcome: 'unknownPayment' as const };
  };
  return {
    prepare: withPayment(async (asked) => {
      if (asked.call.isCancelled) return { outcome: 'cancelled' };
      const known = await readAttempt(asked.tx, asked.call.attempt);
      return known === null ? prepareNew(asked) : prepareAgain(asked, known);
    }),
    complete: withPayment(completeAsked),
  };
}
