import type { Database, Queryable } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import { type ProviderPayment, ProviderRefusal, ProviderUnavailable } from '../../payment-system.server.ts';
import { type OwnPayment, readOwnPayment } from '../own-payment-store.server.ts';
import type { ClickApi, ClickPayment } from './click-api.server.ts';
import {
  type ClickAttempt,
  cancelAttempt,
  completeAttempt,
  readAttemptsOf,
  reverseAttempt,
} from './click-store.server.ts';

/** How long Click may take between Prepare and Complete, in seconds. Then it is asked what became of the attempt. */
const patience = 120;
/** How long Click is asked about an attempt that it does not know, in seconds. */
const longestDoubt = 1_800;
/** The same where it has said before that it has charged the payer: an answer about money is worth waiting for. */
const longestDoubtOfMoney = 86_400;

function statusOf({ status, isOver }: OwnPayment, attempts: readonly ClickAttempt[]): ProviderPayment['status'] {
  const isAny = (wanted: ClickAttempt['state']) => attempts.some(({ state }) => state === wanted);
  if (isAny('Completed')) return 'paid';
  const isUndecided = isAny('Prepared') || isAny('Doubtful');
  // A refund that is noted already would end the questions about another attempt.
  if (isAny('Reversed') && !(isUndecided && status === 'Refunded')) return 'refunded';
  if (isUndecided) return 'created';
  return isOver ? 'expired' : 'created';
}

/** A payment of Click. Throws `NotFound`. */
export async function requirePayment(db: Queryable, id: string): Promise<OwnPayment> {
  const payment = await readOwnPayment(db, 'click', id);
  if (payment === null) throw new ProviderRefusal('NotFound', 404, 'there is no such payment');
  return payment;
}

/** Whether Click has given up all attempts at a payment, and there were some. */
export async function isRefusedByClick(db: Queryable, id: string): Promise<boolean> {
  const { paymentId } = await requirePayment(db, id);
  const attempts = await readAttemptsOf(db, paymentId);
  return attempts.length > 0 && attempts.every(({ state }) => state === 'Cancelled');
}

/** What Click's calls, as they are stored, say of a payment. Throws `NotFound` for an unknown one. */
export async function reportClick(db: Queryable, id: string): Promise<ProviderPayment> {
  const payment = await requirePayment(db, id);
  const attempts = await readAttemptsOf(db, payment.paymentId);
  const { reference, currency } = payment;
  const paid = attempts.find(({ state }) => state === 'Completed' || state === 'Reversed');
  const amount = minor(paid?.amount ?? payment.amount);
  return {
    system: 'click',
    id,
    status: statusOf(payment, attempts),
    amount,
    currency,
    reference,
    cardPrefix: null,
    refusals: [],
    refundedAmount: null,
    ...(attempts.some(({ state }) => state === 'ChargedTwice') && { problem: 'ChargedTwice' as const }),
  };
}

/** Whether only Click knows what has become of an attempt: also whether a charged one was given back in its cabinet. */
const isOpenQuestion = ({ state, age }: ClickAttempt) =>
  state === 'Completed' || state === 'ChargedTwice' || state === 'Doubtful' || (state === 'Prepared' && age > patience);

/** An attempt among all of its payment. */
interface OneOf {
  readonly providerId: string;
  readonly attempt: ClickAttempt;
  readonly attempts: readonly ClickAttempt[];
}

/**
 * What Click has for an attempt; null: nothing. Of several attempts of a day Click names one: if that is another one, this one is asked about by
 * its own number. Where Click does not know that number, a paid one that is no other of ours counts.
 */
async function findAttempt(api: ClickApi, { providerId, attempt, attempts }: OneOf): Promise<ClickPayment | null> {
  const found = await api.find(providerId, attempt.day);
  const number = String(attempt.paydocId);
  if (found === null || found.id === number) return found;
  const isOther = found.state !== 'paid' || attempts.some(({ paydocId }) => String(paydocId) === found.id);
  return (await api.findByNumber(number)) ?? (isOther ? null : found);
}

/** The attempt that has paid a payment, and what Click has for it now; null: none has. */
export async function findCompleted(db: Queryable, api: ClickApi, providerId: string) {
  const { paymentId } = await requirePayment(db, providerId);
  const attempts = await readAttemptsOf(db, paymentId);
  const attempt = attempts.find(({ state }) => state === 'Completed');
  return attempt === undefined ? null : { attempt, found: await findAttempt(api, { providerId, attempt, attempts }) };
}

/** The attempt whose money was given back, of a payment that no other has paid; null: there is none. */
export async function findReversed(db: Queryable, providerId: string): Promise<ClickAttempt | null> {
  const attempts = await readAttemptsOf(db, (await requirePayment(db, providerId)).paymentId);
  if (attempts.some(({ state }) => state === 'Completed')) return null;
  return attempts.find(({ state }) => state === 'Reversed') ?? null;
}

async function learn(db: Database, api: ClickApi, one: OneOf): Promise<void> {
  const { id, state, age } = one.attempt;
  const isForgotten = age > (state === 'Doubtful' ? longestDoubtOfMoney : longestDoubt);
  const found = await findAttempt(api, one);
  if (state === 'Completed' || state === 'ChargedTwice') {
    if (found?.state === 'failed') await reverseAttempt(db, id);
  } else if (found?.state === 'paid') await completeAttempt(db, id);
  else if (found?.state === 'failed' || (found === null && isForgotten)) await cancelAttempt(db, id);
}

/** Reports a payment after Click was asked about what its calls leave open. */
export async function askClick(db: Database, id: string, api: ClickApi): Promise<ProviderPayment> {
  const { paymentId } = await requirePayment(db, id);
  const attempts = await readAttemptsOf(db, paymentId);
  for (const attempt of attempts.filter(isOpenQuestion)) await learn(db, api, { providerId: id, attempt, attempts });
  return reportClick(db, id);
}

/**
 * Has Click give a whole payment back, once. Click refuses payments of earlier months and those whose card's bank refuses: then only its
 * support can (`RefundElsewhere`).
 */
export async function refundClick(db: Database, id: string, api: ClickApi): Promise<ProviderPayment> {
  const completed = await findCompleted(db, api, id);
  if (completed === null) {
    const report = await reportClick(db, id);
    if (report.status === 'refunded') return report;
    throw new ProviderRefusal('NotPaid', 409, 'Click has taken no money');
  }
  const { attempt, found } = completed;
  if (found?.state === 'processing') throw new ProviderUnavailable('Click has not finished the payment');
  const isBack = found?.state === 'paid' && (await api.reverse(found.id));
  if (isBack) await reverseAttempt(db, attempt.id);
  const report = isBack ? await reportClick(db, id) : await askClick(db, id, api);
  if (report.status === 'refunded') return report;
  throw new ProviderRefusal('RefundElsewhere', 409, 'Click does not give this payment back by request');
}
