import { foundId } from './found.ts';
import { nearEnd, type Question, questionsOf } from './question.ts';

const as = 'moderator' as const;

/** Of every four codes the first is switched on. */
const someCode = (promoCodes: number, at: number) => 1 + 4 * (at % Math.max(1, Math.floor(promoCodes / 4)));

const terms = { percent: 10, amount: null, sellerUserName: null, minTotal: 0, from: null, until: null };

export const promoCodeQuestions: readonly Question[] = [
  ...questionsOf('POST Order/PromoCode', {
    'a valid one': ({ sizes }, at) => ({ as: 'buyer', body: { code: `CODE${someCode(sizes.promoCodes, at)}` } }),
  }),
  ...questionsOf('GET Order/PromoCodes', {
    'first pages': (_, at) => ({ as, query: { Skip: at } }),
    'last pages': ({ sizes }, at) => ({ as, query: { Skip: nearEnd(sizes.promoCodes, at, 10) } }),
  }),
  ...questionsOf('POST Order/CreatePromoCode', {
    'one more': (_, at) => ({ as, body: { code: `НОВЫЙ-${at}`, ...terms, most: 100, mostEach: 1 } }),
  }),
  ...questionsOf('PUT Order/PromoCodeState', {
    'each time another': async (fixture, at) => ({
      as,
      body: {
        id: Number(await foundId(fixture, 'select id from promo_code order by id offset $1 limit 1', [at])),
        isActive: at % 2 === 0,
      },
    }),
  }),
];
