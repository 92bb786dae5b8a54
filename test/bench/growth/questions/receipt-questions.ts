import { idOf } from '../ids.ts';
import { foundId, keptDonation } from './found.ts';
import { type Question, questionsOf } from './question.ts';

function monthBefore(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7);
}

export const receiptQuestions: readonly Question[] = [
  ...questionsOf('GET Receipt', {
    'a donation, for its creator': async (fixture, at) => ({
      as: 'creator',
      query: { payId: await foundId(fixture, keptDonation, [idOf.project(1), at]) },
    }),
    'an order, for the staff': async (fixture, at) => ({
      as: 'moderator',
      query: {
        orderId: await foundId(fixture, 'select id from shop_order where status = 6 order by id offset $1 limit 1', [
          at,
        ]),
      },
    }),
  }),
  ...questionsOf('GET Receipt/Month', {
    'a month, as CSV': (_, at) => ({ as: 'admin', query: { Month: monthBefore(1 + (at % 12)) } }),
  }),
];
