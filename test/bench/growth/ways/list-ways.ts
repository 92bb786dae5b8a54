import { idOf } from '../ids.ts';
import { commonCreator, dayBefore, nowhere } from '../values.ts';
import { waysOf } from './way.ts';

const as = 'moderator' as const;

/** Filters together, and others who ask: beside the walk. */
export const listWays = waysOf({
  'GET User/List': {
    'a type with products': (_, at) => ({ query: { Skip: at, Take: 10, userType: 3, hasProducts: true } }),
  },
  'GET PersonalAccount/CheckUserName': {
    'a free one': (_, at) => ({ as: 'donor', query: { userName: `free.name${at}` } }),
  },
  'GET ProjectPay/List': {
    'creator who shows the history': (_, at) => ({ query: { projectId: idOf.project(2), Skip: at } }),
  },
  'GET ProjectPay/Top': {
    'creator who shows the history': (_, at) => ({ query: { projectId: idOf.project(2), top: 20 + at } }),
  },
  'GET Product/ProductList': {
    'a category by price': (_, at) => ({ query: { CategoryId: 2, ProductPriceAsc: true, Skip: at } }),
    'search in a category by price': (_, at) => ({
      query: { Name: 'автограф', CategoryId: 3, ProductPriceAsc: false, Skip: at },
    }),
  },
  'GET Post/List': {
    'a member asks': (_, at) => ({ as: 'member', query: { userName: 'aziz_1', Take: 1 + at } }),
  },
  'GET Order/Orders': {
    'buyer with most orders': (_, at) => ({ as: 'buyer', query: { Skip: at } }),
    'buyer, search by number': (_, at) => ({ as: 'buyer', query: { Search: String(1_000 + at) } }),
    'a status of a month': (_, at) => ({ as, query: { Status: 6, From: dayBefore(60 + at), To: dayBefore(30 + at) } }),
  },
  'GET Payout/List': {
    'paid ones, search by the end of a card': (_, at) => ({
      as: 'admin',
      query: { State: 'Paid', Search: String(1_000 + at) },
    }),
    'paid ones, search that finds nothing': (_, at) => ({ as: 'admin', query: { State: 'Paid', Search: nowhere(at) } }),
  },
  'GET Moderator/Dashboard': {
    'a year': (_, at) => ({ as, query: { From: dayBefore(360 + at), To: dayBefore(at) } }),
  },
  'GET Moderator/Audit': {
    'of a moderator': ({ sizes }, at) => ({ as, query: { UserId: idOf.person(sizes.people - (at % 19)) } }),
  },
  'GET Moderator/Payments': {
    'paid orders of a month': (_, at) => ({
      as,
      query: { State: 'paid', Kind: 'order', From: dayBefore(60 + at), To: dayBefore(30 + at) },
    }),
    'paid ones, the middle': ({ sizes }, at) => ({
      as,
      query: { State: 'paid', Skip: Math.floor(sizes.donations / 2) + at },
    }),
  },
  'GET Moderator/GetUsersList': {
    'search among creators of a type': (_, at) => ({
      as,
      query: { Search: 'Каримова', userType: 3, confirmed: true, Skip: at % 2 },
    }),
  },
  'GET Moderator/UserDonations': {
    'given, donor with most donations': (_, at) => ({ as, query: { userId: idOf.person(2), kind: 'given', Skip: at } }),
  },
  'GET Moderator/Memberships': {
    'creator with most members, active ones': (_, at) => ({
      as,
      query: { UserId: idOf.person(1), State: 'Active', Take: 20 + at },
    }),
    'common creators, ended ones': ({ sizes }, at) => ({
      as,
      query: { UserId: idOf.person(commonCreator(sizes.creators, at)), State: 'Ended' },
    }),
  },
});
