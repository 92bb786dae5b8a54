import { textOf } from '#test/bench/support/donation-maker.ts';
import { call, type Fixture } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { idOfAnswer } from './donation-questions.ts';
import { userNameOf } from './public-questions.ts';
import { type Question, questionsOf } from './question.ts';

export const ownQuestions: readonly Question[] = [
  ...questionsOf('GET PersonalAccount/Get', { creator: () => ({ as: 'creator' }) }),
  ...questionsOf('GET PersonalAccount/GetAccounts', { creator: () => ({ as: 'creator' }) }),
  ...questionsOf('POST PersonalAccount/Update', {
    'a name': (_, at) => ({ as: 'donor', body: { patronymic: at % 2 ? 'Рустамович' : 'Азизович' } }),
  }),
  ...questionsOf('GET PersonalAccount/CheckUserName', {
    'one that is taken': ({ sizes }, at) => ({
      as: 'donor',
      query: { userName: userNameOf(Math.floor(sizes.people / 2) + at) },
    }),
    'a free one': (_, at) => ({ as: 'donor', query: { userName: `free.name${at}` } }),
  }),
  ...questionsOf('GET Project/ChangeAccount', {
    'the same': () => ({ as: 'donor', query: { id: idOf.project(2), account: idOf.account(2) } }),
  }),
  ...questionsOf('GET Integration/Tokens', { creator: () => ({ as: 'creator' }) }),
  ...questionsOf('POST Integration/CreateToken', {
    'one more': (_, at) => ({ as: 'donor', body: { name: `Ключ ${at}`, scopes: ['oauth-donation-index'] } }),
  }),
  ...questionsOf('DELETE Integration/Token', {
    'an own one': async (fixture, at) => {
      await fixture.client.query('delete from access_token where person_id = $1', [idOf.person(2)]);
      const body = { name: `Ключ ${at}`, scopes: ['oauth-donation-index'] };
      return {
        as: 'donor',
        query: { id: idOfAnswer(await call(fixture, 'POST Integration/CreateToken', { as: 'donor', body })) },
      };
    },
  }),
  ...questionsOf('GET Integration/Webhooks', { creator: () => ({ as: 'creator' }) }),
  ...questionsOf('GET Integration/Deliveries', {
    'the address with most': async (fixture, at) => {
      const found = await fixture.client.query<{ id: string }>('select id from webhook where person_id = $1', [
        idOf.person(1),
      ]);
      return { as: 'creator', query: { webhookId: found.rows[0]?.id, Skip: at } };
    },
  }),
];

const phoneOf = (n: number) =>
  `9987${String(n * 7_919)
    .padStart(8, '0')
    .slice(-8)}`;

async function codeOf(fixture: Fixture, phone: string): Promise<string> {
  const sent = await call(fixture, 'GET Dev/Outbox', { query: { phone } });
  return textOf(Array.isArray(sent) ? sent[0] : null, 'code');
}

/** Times of one run differ from those of another: phones must, too. */
const turn = Math.floor(Date.now() / 1_000) % 10_000;
const newPhone = (at: number) => phoneOf(turn * 1_000 + at);

/** Logging in and out; without the hashing of passwords, whose cost does not grow. */
export const identityQuestions: readonly Question[] = [
  ...questionsOf('GET Identity/CheckPhone', { 'each time another': (_, at) => ({ query: { phone: phoneOf(at) } }) }),
  ...questionsOf('GET Sms/SendComfirmCode', { 'each time another': (_, at) => ({ query: { phone: newPhone(at) } }) }),
  ...questionsOf('GET Sms/CheckComfirmCode', {
    'a new person': async (fixture, at) => {
      const phone = newPhone(200 + at);
      await call(fixture, 'GET Sms/SendComfirmCode', { query: { phone } });
      return { query: { phone, comfirmCode: await codeOf(fixture, phone) } };
    },
  }),
  ...questionsOf('GET Identity/ConfirmCode', {
    'each time another': async (fixture, at) => {
      const phone = newPhone(at);
      return { query: { phone, code: await codeOf(fixture, phone) } };
    },
  }),
  ...questionsOf('POST Identity/Register', {
    'a new person': (_, at) => ({ body: { phone: newPhone(400 + at), password: 'зелёный чай 2026' } }),
  }),
  ...questionsOf('POST Identity/RefreshToken', {
    'once each': async (fixture, at) => ({ body: await loggedIn(fixture, 800 + at) }),
  }),
  ...questionsOf('POST Identity/RevokeToken', {
    'once each': async (fixture, at) => ({ body: await loggedIn(fixture, 900 + at) }),
  }),
  ...questionsOf('POST Identity/GetUser', { creator: () => ({ as: 'creator' }) }),
  ...questionsOf('GET Identity/Sessions', { creator: () => ({ as: 'creator' }) }),
  ...questionsOf('DELETE Identity/Session', {
    'an own one': async (fixture) => {
      const { rows } = await fixture.client.query<{ id: string }>(
        `insert into session (person_id, roles, user_agent, address_hash, expires_at)
         values ($1, '{user}', 'x', '\\x00', now() + interval '1 day') returning id`,
        [idOf.person(1)],
      );
      return { as: 'creator', query: { id: rows[0]?.id } };
    },
  }),
];

async function loggedIn(fixture: Fixture, at: number): Promise<{ accessToken: string; refreshToken: string }> {
  const phone = newPhone(at);
  await call(fixture, 'GET Sms/SendComfirmCode', { query: { phone } });
  const query = { phone, comfirmCode: await codeOf(fixture, phone) };
  const pair = await call(fixture, 'GET Sms/CheckComfirmCode', { query });
  return { accessToken: textOf(pair, 'token'), refreshToken: textOf(pair, 'refreshToken') };
}
