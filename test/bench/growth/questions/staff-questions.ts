import { call, type Fixture } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { commonCreator, nowhere, userNameOf } from './public-questions.ts';
import { nearEnd, type Question, questionsOf } from './question.ts';

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const as = 'moderator' as const;

async function paymentsOf({ client }: Fixture, state: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    'select sum(total)::text as count from payment_count where state = $1',
    [state],
  );
  return Number(rows[0]?.count);
}

export const staffReadingQuestions: readonly Question[] = [
  ...questionsOf('GET Moderator/Counts', { 'with what waits': () => ({ as }) }),
  ...questionsOf('GET Moderator/Dashboard', {
    '30 days': (_, at) => ({ as, query: { From: day(30 + at), To: day(at) } }),
    'a year': (_, at) => ({ as, query: { From: day(360 + at), To: day(at) } }),
  }),
  ...questionsOf('GET Moderator/Audit', {
    'first pages': (_, at) => ({ as, query: { Skip: at } }),
    'last pages': ({ sizes }, at) => ({ as, query: { Skip: nearEnd(sizes.audits, at, 20) } }),
    'of a person': ({ sizes }, at) => ({ as, query: { UserId: idOf.person(1 + at + Math.floor(sizes.people / 3)) } }),
    'of a moderator': ({ sizes }, at) => ({ as, query: { UserId: idOf.person(sizes.people - (at % 19)) } }),
    'search that finds one': ({ sizes }, at) => ({
      as,
      query: { Search: `номер ${Math.floor(sizes.audits / 2) + at}` },
    }),
    'search that finds nothing': (_, at) => ({ as, query: { Search: nowhere(at) } }),
    'search that finds a quarter': (_, at) => ({ as, query: { Search: 'RejectUser', Skip: at } }),
  }),
  ...questionsOf('GET Moderator/Payments', {
    'failed ones': (_, at) => ({ as, query: { State: 'failed', Skip: at } }),
    'failed ones, last pages': async (fixture, at) => ({
      as,
      query: { State: 'failed', Skip: nearEnd(await paymentsOf(fixture, 'failed'), at, 20) },
    }),
    problems: (_, at) => ({ as, query: { State: 'problem', Skip: at % 2 } }),
    'paid ones': (_, at) => ({ as, query: { State: 'paid', Skip: at } }),
    'paid ones, last pages': async (fixture, at) => ({
      as,
      query: { State: 'paid', Skip: nearEnd(await paymentsOf(fixture, 'paid'), at, 20) },
    }),
    'paid ones, the middle': async (fixture, at) => ({
      as,
      query: { State: 'paid', Skip: nearEnd((await paymentsOf(fixture, 'paid')) / 2, at, 20) },
    }),
    'paid orders of a month': (_, at) => ({
      as,
      query: { State: 'paid', Kind: 'order', From: day(60 + at), To: day(30 + at) },
    }),
  }),
  ...questionsOf('GET Moderator/GetUserByName', {
    'each time another': ({ sizes }, at) => ({
      as,
      query: { userName: userNameOf(commonCreator(sizes.creators, at)) },
    }),
  }),
  ...questionsOf('GET Moderator/GetUser', {
    'each time another': ({ sizes }, at) => ({ as, query: { userId: idOf.person(commonCreator(sizes.creators, at)) } }),
  }),
  ...questionsOf('GET Moderator/GetUsersList', {
    'first pages': (_, at) => ({ as, query: { Skip: at } }),
    'last pages': ({ sizes }, at) => ({ as, query: { Skip: nearEnd(sizes.people, at, 10) } }),
    'a type': (_, at) => ({ as, query: { userType: 5, Skip: at } }),
    'blocked ones': (_, at) => ({ as, query: { isBlocked: true, Skip: at % 2 } }),
    'verified ones': (_, at) => ({ as, query: { confirmed: true, Skip: at } }),
    'with a field that waits': (_, at) => ({ as, query: { state: 'Awaiting', Skip: at } }),
    'with a confirmed field': (_, at) => ({ as, query: { state: 'Confirmed', Skip: at } }),
    'the staff': (_, at) => ({ as, query: { role: 'moderator', Skip: at % 10 } }),
    'search by phone': (_, at) => ({ as, query: { Search: String(98_900_000 + at * 7_919).slice(0, 7) } }),
    'search that finds one': ({ sizes }, at) => ({
      as,
      query: { Search: userNameOf(Math.floor(sizes.people / 2) + at) },
    }),
    'search that finds nobody': (_, at) => ({ as, query: { Search: nowhere(at) } }),
    'search that finds many': (_, at) => ({ as, query: { Search: 'Каримова', Skip: at } }),
    'search among creators of a type': (_, at) => ({
      as,
      query: { Search: 'Каримова', userType: 3, confirmed: true, Skip: at % 2 },
    }),
  }),
  ...questionsOf('GET Moderator/GetUserFieldsByState', {
    'that wait': (_, at) => ({ as, query: { State: 'Awaiting', Skip: at } }),
    'that are confirmed, last pages': ({ sizes }, at) => ({
      as,
      query: { State: 'Confirmed', Skip: nearEnd(sizes.creators, at, 10) },
    }),
    'that wait, search': (_, at) => ({ as, query: { State: 'Awaiting', Search: 'Каримова', Skip: at } }),
  }),
  ...questionsOf('GET Moderator/UserHistory', {
    'each time another': ({ sizes }, at) => ({ as, query: { userId: idOf.person(commonCreator(sizes.creators, at)) } }),
  }),
  ...questionsOf('GET Moderator/UserSessions', {
    'each time another': ({ sizes }, at) => ({ as, query: { userId: idOf.person(commonCreator(sizes.creators, at)) } }),
  }),
  ...questionsOf('GET Moderator/UserDonations', {
    'received, creator with most donations': ({ sizes }, at) => ({
      as,
      query: { userId: idOf.person(1), Skip: nearEnd(sizes.donations / 21, at, 10) },
    }),
    'given, donor with most donations': (_, at) => ({ as, query: { userId: idOf.person(2), kind: 'given', Skip: at } }),
  }),
  ...questionsOf('GET Moderator/GetProduct', {
    'each time another': ({ sizes }, at) => ({
      as,
      query: { productId: idOf.product(Math.floor(sizes.products / 3) * 2 + at * 20 + 3) },
    }),
  }),
  ...questionsOf('GET Moderator/GetProductsList', {
    'first pages': (_, at) => ({ as, query: { Skip: at } }),
    'last pages': ({ sizes }, at) => ({ as, query: { Skip: nearEnd(sizes.products * 0.97, at, 9) } }),
    'hidden ones': (_, at) => ({ as, query: { isActive: false, Skip: at } }),
    'search that finds one': ({ sizes }, at) => ({
      as,
      query: { Name: `${Math.floor(sizes.products / 2) + at * 7 + 1}` },
    }),
    'search that finds nothing': (_, at) => ({ as, query: { Name: nowhere(at) } }),
    'search that finds a tenth': (_, at) => ({ as, query: { Name: 'Худи', Skip: at } }),
  }),
  ...questionsOf('GET User/Ranking', { 'all 100 places': () => ({ as }) }),
];

const nth = (people: number, at: number) => idOf.person(Math.floor(people / 2) + at);

export const staffWritingQuestions: readonly Question[] = [
  ...questionsOf('PUT Moderator/ConfirmUser', {
    'a field': async (fixture, at) => {
      const userId = nth(fixture.sizes.people, at);
      await fixture.client.query(
        `insert into profile_field (user_id, name, value, state) values ($1, 'TwitchLink', 'https://twitch.tv/a', 'Awaiting')
         on conflict (user_id, name) do update set state = 'Awaiting', decided_at = null, decided_by = null, comment = null`,
        [userId],
      );
      return { as, body: { userId, fields: ['TwitchLink'] } };
    },
  }),
  ...questionsOf('PUT Moderator/RejectUser', {
    'a field': async (fixture, at) => {
      const userId = nth(fixture.sizes.people, at);
      await fixture.client.query(
        `insert into profile_field (user_id, name, value, state) values ($1, 'FbLink', 'https://facebook.com/a', 'Awaiting')
         on conflict (user_id, name) do update set state = 'Awaiting', decided_at = null, decided_by = null, comment = null`,
        [userId],
      );
      return { as, body: { userId, fields: ['FbLink'], comments: { FbLink: 'Не открывается' } } };
    },
  }),
  ...questionsOf('PUT Moderator/UndoDecision', {
    'a rejected field': ({ sizes }, at) => ({ as, body: { userId: nth(sizes.people, at), fields: ['FbLink'] } }),
  }),
  ...questionsOf('PUT Moderator/BlockUser', {
    'a person': ({ sizes }, at) => ({ as, query: { userId: nth(sizes.people, at) } }),
  }),
  ...questionsOf('PUT Moderator/UnblockUser', {
    'a person': ({ sizes }, at) => ({ as, query: { userId: nth(sizes.people, at) } }),
  }),
  ...questionsOf('PUT Moderator/EndSessions', {
    'a person': ({ sizes }, at) => ({ as, query: { userId: nth(sizes.people, at) } }),
  }),
  ...questionsOf('PUT Moderator/SetRole', {
    'a person': ({ sizes }, at) => ({
      as: 'admin',
      query: { userId: nth(sizes.people, at), role: at % 2 === 0 ? 'moderator' : 'user' },
    }),
  }),
  ...questionsOf('POST User/CreateUserOrder', {
    'to the first place': (_, at) => ({ as, query: { userId: idOf.person(50 + at), order: 1 } }),
  }),
  ...questionsOf('POST User/CreateUserOrderMerchant', {
    'to the first place': (_, at) => ({ as, query: { userId: idOf.person(2 + at), order: 1 } }),
  }),
  ...questionsOf('POST User/CreateUserOrderList', {
    '50 places': (_, at) => ({ as, body: { items: ranking(at) } }),
  }),
  ...questionsOf('POST User/CreateUserOrderMerchantList', {
    '50 places': (_, at) => ({ as, body: { items: ranking(at) } }),
  }),
  ...questionsOf('PUT Donate/Settings', {
    'the same again': async (fixture) => {
      const settings = await call(fixture, 'GET Donate/Settings', { as: 'admin' });
      return { as: 'admin', body: typeof settings === 'object' && settings !== null ? writable(settings) : {} };
    },
  }),
];

const ranking = (at: number) =>
  Array.from({ length: 50 }, (_, place) => ({ userId: idOf.person(1 + ((place + at) % 70)), order: place + 1 }));

/** The settings without what cannot be set. */
function writable(settings: object): object {
  const unset = { version: undefined, paymentSystems: undefined, monthlySystems: undefined, monthlySystem: undefined };
  return { ...settings, ...unset };
}
