import { z } from 'zod';
import type { ProviderBook } from '#test/load/server-fleet.ts';
import { paymeCardBooks } from '#test/support/money/payme-card-caller.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { states } from '../../../payment-gateway/payme-card/payme-card-books.ts';

/** The payment systems beside the gateway. */
export type HostedSystem = 'payme' | 'payme-card' | 'click' | 'stripe';

interface SystemBooks {
  /** One for each donation. */
  readonly books: readonly ProviderBook[];
  /** What the system has yet to call the server about. */
  readonly waiting: number;
  /** Calls that were answered differently when they were repeated. */
  readonly unequal: readonly string[];
  /** The payments for which the system was asked to make a fiscal receipt. */
  readonly receipts: readonly number[];
}

const hosted = z.object({
  transactions: z.array(z.object({ id: z.string(), account: z.string(), amount: z.number(), state: z.string() })),
  unequal: z.array(z.string()),
  receipts: z.array(z.number()).default([]),
});

const stripe = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      reference: z.string(),
      amount: z.number(),
      charges: z.number(),
      refunds: z.array(z.object({ status: z.string() })),
      events: z.array(z.object({ state: z.string() })),
    }),
  ),
  unequal: z.array(z.string()),
});

/** What a system has done about one reference. */
interface Deal {
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
  readonly charges: number;
  readonly isBack: boolean;
}

/** All that was done about a donation, as one payment of the gateway's books. */
function bookOf(deals: readonly [Deal, ...Deal[]]): ProviderBook {
  const [{ id, reference, amount }] = deals;
  const charges = deals.reduce((sum, deal) => sum + deal.charges, 0);
  const isPaid = deals.some((deal) => deal.charges > 0 && !deal.isBack);
  const status = isPaid ? 'paid' : charges > 0 ? 'refunded' : 'created';
  const refundedAmount = status === 'refunded' ? amount : 0;
  const history = Array.from({ length: charges }, () => ({ status: 'paid' }));
  return { id, reference, amount, refundedAmount, status, history };
}

function booksOf(deals: readonly Deal[]): ProviderBook[] {
  const byReference = new Map<string, [Deal, ...Deal[]]>();
  for (const deal of deals) {
    const known = byReference.get(deal.reference);
    if (known) known.push(deal);
    else byReference.set(deal.reference, [deal]);
  }
  return [...byReference.values()].map(bookOf);
}

/** The reference in the id of a payment of ours. */
const referenceOf = (account: string) => account.split('.')[0] ?? '';

const isWaiting = (state: string) => ['creating', 'held', 'cancelling', 'refunding', 'waiting'].includes(state);
const isTaken = (state: string) => ['paid', 'refunding', 'refunded'].includes(state);

export async function readSystemBooks(url: string, system: HostedSystem): Promise<SystemBooks> {
  const headers = { authorization: `Bearer ${testSecrets.payment}` };
  const answer: unknown = await (await fetch(`${url}/${system}/control/books`, { headers })).json();
  if (system === 'stripe') {
    const { sessions, unequal } = stripe.parse(answer);
    const deals = sessions.map(({ refunds, ...one }) => ({ ...one, isBack: refunds.length > 0 }));
    const waiting = sessions.flatMap(({ events }) => events.filter(({ state }) => isWaiting(state))).length;
    return { books: booksOf(deals), waiting, unequal, receipts: [] };
  }
  if (system === 'payme-card') {
    const { receipts: all, unequal } = paymeCardBooks.parse(answer);
    const deals = all.map(({ account, state, ...one }) => ({
      ...one,
      reference: referenceOf(account),
      isBack: state === states.cancelled,
    }));
    const isOpen = (state: number) => state === states.charging || state === states.cancelling;
    const waiting = all.filter(({ state, due }) => isOpen(state) || due.length > 0).length;
    return { books: booksOf(deals), waiting, unequal, receipts: [] };
  }
  const { transactions, unequal, receipts } = hosted.parse(answer);
  const deals = transactions.map(({ account, state, ...one }) => {
    return { ...one, reference: referenceOf(account), charges: isTaken(state) ? 1 : 0, isBack: state === 'refunded' };
  });
  const waiting = transactions.filter(({ state }) => isWaiting(state)).length;
  return { books: booksOf(deals), waiting, unequal, receipts };
}
