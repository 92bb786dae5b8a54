import type { Database } from '#base/db/db.server.ts';
import type { AskedPayment, BookedPayment, SystemBooks } from '../system-books.server.ts';
import type { ClickApi, ClickPayment } from './click-api.server.ts';
import { requirePayment } from './click-report.server.ts';
import { type ClickAttempt, readAttemptsOf } from './click-store.server.ts';

/** Click's clock is that of Tashkent. */
const aheadMilliseconds = 5 * 3_600_000;

const clickDay = (moment: Date) => new Date(moment.getTime() + aheadMilliseconds).toISOString().slice(0, 10);

/** The days on which a payment can have been paid. */
function daysOf({ createdAt, expiresAt }: AskedPayment, attempts: readonly ClickAttempt[]): ReadonlySet<string> {
  return new Set([clickDay(createdAt), clickDay(expiresAt), ...attempts.map(({ day }) => day)]);
}

const wasCharged = ({ state }: ClickAttempt) =>
  state === 'Completed' || state === 'ChargedTwice' || state === 'Reversed';

/** Click calls a payment that was not made and one that was given back the same: one of ours was made if it was completed. */
function stateOf({ id, state }: ClickPayment, attempts: readonly ClickAttempt[]): BookedPayment['state'] {
  if (state === 'paid') return 'paid';
  const isBack = attempts.some((attempt) => wasCharged(attempt) && String(attempt.paydocId) === id);
  return state === 'failed' && isBack ? 'refunded' : 'unpaid';
}

/**
 * Click's books: it has no list, and knows a payment of ours by its id on a day. Of several attempts of a day it names one, which may never have
 * become ours: then each of ours is asked about by its own number, too.
 */
export function clickBooks(db: Database, api: ClickApi): SystemBooks {
  return {
    kind: 'questions',
    lacks: 'strangersAndSums',
    async find(payment) {
      const { providerId } = payment;
      const { paymentId } = await requirePayment(db, providerId);
      const attempts = await readAttemptsOf(db, paymentId);
      const found = new Map<string, ClickPayment>();
      for (const day of daysOf(payment, attempts)) {
        const one = await api.find(providerId, day);
        if (one !== null) found.set(one.id, one);
      }
      const numbers = attempts.map(({ paydocId }) => String(paydocId));
      const isAnother = [...found.keys()].some((id) => !numbers.includes(id));
      for (const number of numbers.length > 1 || isAnother ? numbers : []) {
        const one = await api.findByNumber(number);
        if (one !== null) found.set(one.id, one);
      }
      return [...found.values()].map((one) => ({
        id: one.id,
        providerId,
        state: stateOf(one, attempts),
        amount: null,
        currency: null,
        refunded: null,
      }));
    },
  };
}
