import { textOf } from '#test/bench/support/donation-maker.ts';
import { call, type Fixture } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { foundId } from './found.ts';
import { waysOf } from './way.ts';

const phoneOf = (n: number) =>
  `9987${String(n * 7_919)
    .padStart(8, '0')
    .slice(-8)}`;

/** Times of one run differ from those of another: phones must, too. */
const turn = Math.floor(Date.now() / 1_000) % 10_000;
const newPhone = (at: number) => phoneOf(turn * 1_000 + at);

async function codeOf(fixture: Fixture, phone: string): Promise<string> {
  const sent = await call(fixture, 'GET Dev/Outbox', { query: { phone } });
  return textOf(Array.isArray(sent) ? sent[0] : null, 'code');
}

/** A phone with the code that it was sent. */
async function sentCode(fixture: Fixture, at: number) {
  const phone = newPhone(at);
  await call(fixture, 'GET Sms/SendComfirmCode', { query: { phone } });
  return { phone, comfirmCode: await codeOf(fixture, phone) };
}

async function loggedIn(fixture: Fixture, at: number) {
  const pair = await call(fixture, 'GET Sms/CheckComfirmCode', { query: await sentCode(fixture, at) });
  return { body: { accessToken: textOf(pair, 'token'), refreshToken: textOf(pair, 'refreshToken') } };
}

/** Logging in and out; without the hashing of passwords, whose cost does not grow. */
export const identityWays = waysOf({
  'GET Identity/CheckPhone': (_, at) => ({ query: { phone: phoneOf(at) } }),
  'GET Sms/SendComfirmCode': (_, at) => ({ query: { phone: newPhone(at) } }),
  'GET Sms/CheckComfirmCode': async (fixture, at) => ({ query: await sentCode(fixture, 200 + at) }),
  'GET Identity/ConfirmCode': async (fixture, at) => {
    const phone = newPhone(at);
    return { query: { phone, code: await codeOf(fixture, phone) } };
  },
  'POST Identity/Register': (_, at) => ({ body: { phone: newPhone(400 + at), password: 'зелёный чай 2026' } }),
  'POST Identity/RefreshToken': (fixture, at) => loggedIn(fixture, 800 + at),
  'POST Identity/RevokeToken': (fixture, at) => loggedIn(fixture, 900 + at),
  'POST Identity/GetUser': () => ({ as: 'creator' }),
  'DELETE Identity/Session': async (fixture) => ({
    as: 'creator',
    query: {
      id: await foundId(
        fixture,
        `insert into session (person_id, roles, user_agent, address_hash, expires_at)
         values ($1, '{user}', 'x', '\\x00', now() + interval '1 day') returning id`,
        [idOf.person(1)],
      ),
    },
  }),
  'POST PersonalAccount/Update': (_, at) => ({
    as: 'donor',
    body: { patronymic: at % 2 ? 'Рустамович' : 'Азизович' },
  }),
});
