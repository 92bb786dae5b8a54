import { textOf } from '#test/bench/support/donation-maker.ts';
import { call, dropCached, type Fixture } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { fixed } from '../sizes.ts';
import { foundId } from './found.ts';
import { waysOf } from './way.ts';

const as = 'moderator' as const;

const written = (at: number, creator: number) => ({
  name: `Новое худи ${at}`,
  price: 150_000,
  description: 'Плотный хлопок',
  categoryId: 1 + (at % fixed.categories),
  userId: idOf.person(creator),
  sizeIds: [2, 3],
  colorIds: [1, 4],
  sizeId: 2,
  colorId: 1,
});

const nthProduct = ({ sizes }: Fixture, at: number) => idOf.product(Math.floor(sizes.products / 4) * 2 + at * 20 + 3);

/** Of every four codes the first is switched on. */
const someCode = ({ sizes }: Fixture, at: number) =>
  `CODE${1 + 4 * (at % Math.max(1, Math.floor(sizes.promoCodes / 4)))}`;

const terms = { percent: 10, amount: null, sellerUserName: null, minTotal: 0, from: null, until: null };

/** Products, their categories, and promo codes. */
export const shopWays = waysOf({
  'GET Product/CategoryList': async (fixture) => {
    await dropCached(fixture, 'products');
    return {};
  },
  'POST Product/Create': (_, at) => ({ as, body: written(at, 1) }),
  'PUT Product/Update': (fixture, at) => ({ as, body: { id: nthProduct(fixture, at), ...written(at, 2) } }),
  'DELETE Product/Delete': async (fixture, at) => {
    const made = await call(fixture, 'POST Product/Create', { as, body: written(at, 1) });
    return { as, query: { id: textOf(made, 'id') } };
  },
  'POST Product/Restore': ({ sizes }, at) => ({
    as,
    query: { id: idOf.product(Math.floor(sizes.products / 200) * 50 + at * 50 + 50) },
  }),
  'PUT Product/UpdateState': (fixture, at) => ({
    as,
    query: { id: nthProduct(fixture, at), state: at % 2 === 0 },
  }),
  'POST Product/UpdateTopState': (fixture, at) => ({ as, query: { id: nthProduct(fixture, at), isTop: true } }),
  'DELETE Product/DeleteCategory': async (fixture, at) => {
    const made = await call(fixture, 'POST Product/CreateCategory', { as, body: { name: `Лишняя ${at}` } });
    return { as, query: { id: typeof made === 'object' && made !== null ? Reflect.get(made, 'id') : 0 } };
  },
  'PUT Product/UpdateCategory': (_, at) => ({ as, body: { id: 3, name: `Категория 3, ${at}` } }),
  'POST Order/PromoCode': (fixture, at) => ({ as: 'buyer', body: { code: someCode(fixture, at) } }),
  'POST Order/CreatePromoCode': (_, at) => ({ as, body: { code: `НОВЫЙ-${at}`, ...terms, most: 100, mostEach: 1 } }),
  'PUT Order/PromoCodeState': async (fixture, at) => {
    const id = await foundId(fixture, 'select id from promo_code order by id offset $1 limit 1', [at]);
    return { as, body: { id: Number(id), isActive: at % 2 === 0 } };
  },
});
