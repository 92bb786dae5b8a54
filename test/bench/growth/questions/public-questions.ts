import { dropCached } from '../fixture.ts';
import { idOf, widgetKeyOf } from '../ids.ts';
import { nearEnd, type Question, questionsOf } from './question.ts';

/** Somebody from the middle of all creators, each time another one. */
export const commonCreator = (creators: number, at: number) =>
  Math.floor(creators / 2) + (at % Math.floor(creators / 4));

/** A text that is nowhere, each time another one. */
export const nowhere = (at: number) => `щётка${at}`;

/** A user name as the generator gives them. */
export const userNameOf = (n: number) => `${latin[n % latin.length]}_${n}`;

const latin = (
  'dilnoza aziz nigora timur kamila rustam lola bekzod madina sanjar anna igor sevara farrux yulia jasur guzal shahzod ' +
  'olga otabek feruza denis malika ulugbek elina'
).split(' ');

export const creatorQuestions: readonly Question[] = [
  ...questionsOf('GET User/List', {
    'first pages': (_, at) => ({ query: { Skip: at, Take: 10 } }),
    'last pages': ({ sizes }, at) => ({ query: { Skip: nearEnd(sizes.creators * 0.99, at, 10), Take: 10 } }),
    'a type, last pages': ({ sizes }, at) => ({
      query: { Skip: nearEnd(sizes.creators / 12.5, at, 2), Take: 10, userType: 5 },
    }),
    'a type with products': (_, at) => ({ query: { Skip: at, Take: 10, userType: 3, hasProducts: true } }),
    'search that finds one': ({ sizes }, at) => ({ query: { Search: userNameOf(commonCreator(sizes.creators, at)) } }),
    'search that finds nobody': (_, at) => ({ query: { Search: nowhere(at) } }),
    'search that finds many': (_, at) => ({ query: { Search: 'Каримова', Skip: at } }),
  }),
  ...questionsOf('GET User/GetByName', {
    'each time another': ({ sizes }, at) => ({ query: { userName: userNameOf(commonCreator(sizes.creators, at)) } }),
  }),
  ...questionsOf('GET User/Get', {
    'each time another': ({ sizes }, at) => ({ query: { userId: idOf.person(commonCreator(sizes.creators, at)) } }),
  }),
  ...questionsOf('GET ProjectPay/List', {
    'creator with most donations, from the first page to the last': ({ sizes }, at) => ({
      query: { projectId: idOf.project(1), Skip: Math.floor((sizes.donations / 21) * (at / 20)) },
    }),
    'common creators': ({ sizes }, at) => ({ query: { projectId: idOf.project(commonCreator(sizes.creators, at)) } }),
  }),
  ...questionsOf('GET ProjectPay/Top', {
    'creator with most donations': (_, at) => ({ query: { projectId: idOf.project(1), top: 20 + at } }),
    'common creators': ({ sizes }, at) => ({ query: { projectId: idOf.project(commonCreator(sizes.creators, at)) } }),
  }),
  ...questionsOf('GET Widget/Goal', {
    'each time another': ({ sizes }, at) => ({ query: { projectId: idOf.project(commonCreator(sizes.creators, at)) } }),
  }),
  ...questionsOf('GET Widget/Live', {
    'common creators': ({ sizes }, at) => ({ query: { projectId: idOf.project(commonCreator(sizes.creators, at)) } }),
  }),
  ...questionsOf('GET Widget/Look', {
    'common creators': ({ sizes }, at) => ({ query: { projectId: idOf.project(commonCreator(sizes.creators, at)) } }),
  }),
  ...questionsOf('GET Widget/Statistics', {
    'creator with most donations': async ({ client }, at) => {
      const period = ['all', 'month', 'day'][at % 3];
      await client.query(
        `update widget_settings set statistics = jsonb_build_object('period', $1::text) where project_id = $2`,
        [period, idOf.project(1)],
      );
      return { query: { key: widgetKeyOf(1) } };
    },
    'common creators': ({ sizes }, at) => ({ query: { key: widgetKeyOf(commonCreator(sizes.creators, at)) } }),
  }),
];

export const productQuestions: readonly Question[] = [
  ...questionsOf('GET Product/ProductList', {
    'first pages': (_, at) => ({ query: { Skip: at } }),
    'last pages': ({ sizes }, at) => ({ query: { Skip: nearEnd(sizes.products * 0.92, at, 9) } }),
    'a category by price, last pages': ({ sizes }, at) => ({
      query: { CategoryId: 2, ProductPriceAsc: true, Skip: nearEnd(sizes.products / 22, at, 3) },
    }),
    'seller with most products': (_, at) => ({ query: { UserId: idOf.person(1), Skip: at } }),
    'search that finds one': ({ sizes }, at) => ({ query: { Name: `${Math.floor(sizes.products / 2) + at * 7 + 1}` } }),
    'search that finds nothing': (_, at) => ({ query: { Name: nowhere(at) } }),
    'search that finds a tenth': (_, at) => ({ query: { Name: 'Худи', Skip: at } }),
    'search in a category by price': (_, at) => ({
      query: { Name: 'автограф', CategoryId: 3, ProductPriceAsc: false, Skip: at },
    }),
  }),
  ...questionsOf('GET Product/Product', {
    'each time another': ({ sizes }, at) => ({
      query: { productId: idOf.product(Math.floor(sizes.products / 3) * 2 + at * 20 + 3) },
    }),
  }),
  ...questionsOf('GET Product/Similar', {
    'each time another': ({ sizes }, at) => ({
      query: { productId: idOf.product(Math.floor(sizes.products / 3) * 2 + at * 20 + 3) },
    }),
  }),
  ...questionsOf('GET Product/ProductListByCategory', { 'home page': (_, at) => ({ query: { Take: 1 + (at % 20) } }) }),
  ...questionsOf('GET Product/CategoryList', {
    all: async (fixture) => {
      await dropCached(fixture, 'products');
      return {};
    },
  }),
];

/** Pages, each with an address that has not been asked for. */
export const pageQuestions: Readonly<Record<string, (at: number, creators: number, products: number) => string>> = {
  '/': (at) => `/?n=${at}`,
  '/authors': (at) => `/authors?n=${at}`,
  '/authors, search': (at) => `/authors?search=${encodeURIComponent('Каримова')}&n=${at}`,
  '/market': (at) => `/market?n=${at}`,
  '/market, search': (at) => `/market?search=${encodeURIComponent('Худи')}&n=${at}`,
  'the creator with most donations': (at) => `/aziz_1?n=${at}`,
  'a common creator': (at, creators) => `/${userNameOf(commonCreator(creators, at))}`,
  'a product': (at, _, products) => `/merch/${idOf.product(Math.floor(products / 3) * 2 + at * 20 + 3)}`,
};
