import { call } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { fixed } from '../sizes.ts';
import { idOfAnswer } from './donation-questions.ts';
import { type Question, questionsOf } from './question.ts';

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

export const productWritingQuestions: readonly Question[] = [
  ...questionsOf('POST Product/Create', {
    'of the seller with most products': (_, at) => ({ as, body: written(at, 1) }),
  }),
  ...questionsOf('PUT Product/Update', {
    'each time another': ({ sizes }, at) => ({
      as,
      body: { id: idOf.product(Math.floor(sizes.products / 4) * 2 + at * 20 + 3), ...written(at, 2) },
    }),
  }),
  ...questionsOf('DELETE Product/Delete', {
    'a new one': async (fixture, at) => ({
      as,
      query: { id: idOfAnswer(await call(fixture, 'POST Product/Create', { as, body: written(at, 1) })) },
    }),
  }),
  ...questionsOf('POST Product/Restore', {
    'a deleted one': ({ sizes }, at) => ({
      as,
      query: { id: idOf.product(Math.floor(sizes.products / 200) * 50 + at * 50 + 50) },
    }),
  }),
  ...questionsOf('PUT Product/UpdateState', {
    'each time another': ({ sizes }, at) => ({
      as,
      query: { id: idOf.product(Math.floor(sizes.products / 4) * 2 + at * 20 + 3), state: at % 2 === 0 },
    }),
  }),
  ...questionsOf('POST Product/UpdateTopState', {
    'each time another': ({ sizes }, at) => ({
      as,
      query: { id: idOf.product(Math.floor(sizes.products / 4) * 2 + at * 20 + 3), isTop: true },
    }),
  }),
  ...questionsOf('DELETE Product/DeleteCategory', {
    'an empty one': async (fixture, at) => {
      const made = await call(fixture, 'POST Product/CreateCategory', { as, body: { name: `Лишняя ${at}` } });
      return { as, query: { id: typeof made === 'object' && made !== null ? Reflect.get(made, 'id') : 0 } };
    },
  }),
  ...questionsOf('PUT Product/UpdateCategory', {
    'a name': (_, at) => ({ as, body: { id: 3, name: `Категория 3, ${at}` } }),
  }),
];
