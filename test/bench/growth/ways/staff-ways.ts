import { call, type Fixture } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { waysOf } from './way.ts';

const as = 'moderator' as const;

const nth = ({ sizes }: Fixture, at: number) => idOf.person(Math.floor(sizes.people / 2) + at);

/** A person whose link waits for a decision. */
async function waiting(fixture: Fixture, at: number, name: string): Promise<string> {
  const userId = nth(fixture, at);
  await fixture.client.query(
    `insert into profile_field (user_id, name, value, state) values ($1, $2, 'https://twitch.tv/a', 'Awaiting')
     on conflict (user_id, name) do update set state = 'Awaiting', decided_at = null, decided_by = null, comment = null`,
    [userId, name],
  );
  return userId;
}

const ranking = (at: number) =>
  Array.from({ length: 50 }, (_, place) => ({ userId: idOf.person(1 + ((place + at) % 70)), order: place + 1 }));

/** The settings without what cannot be set. */
function writable(settings: object): object {
  const systems = {
    paymentSystems: undefined,
    monthlySystems: undefined,
    monthlySystem: undefined,
    downSystems: undefined,
  };
  return { ...settings, ...systems, version: undefined };
}

/** What moderators and admins decide. */
export const staffWays = waysOf({
  'PUT Moderator/ConfirmUser': async (fixture, at) => ({
    as,
    body: { userId: await waiting(fixture, at, 'TwitchLink'), fields: ['TwitchLink'] },
  }),
  'PUT Moderator/RejectUser': async (fixture, at) => ({
    as,
    body: {
      userId: await waiting(fixture, at, 'FbLink'),
      fields: ['FbLink'],
      comments: { FbLink: 'Не открывается' },
    },
  }),
  'PUT Moderator/UndoDecision': (fixture, at) => ({ as, body: { userId: nth(fixture, at), fields: ['FbLink'] } }),
  'PUT Moderator/BlockUser': (fixture, at) => ({ as, query: { userId: nth(fixture, at) } }),
  'PUT Moderator/UnblockUser': (fixture, at) => ({ as, query: { userId: nth(fixture, at) } }),
  'PUT Moderator/EndSessions': (fixture, at) => ({ as, query: { userId: nth(fixture, at) } }),
  'PUT Moderator/SetRole': (fixture, at) => ({
    as: 'admin',
    query: { userId: nth(fixture, at), role: at % 2 === 0 ? 'moderator' : 'user' },
  }),
  'POST User/CreateUserOrder': (_, at) => ({ as, query: { userId: idOf.person(50 + at), order: 1 } }),
  'POST User/CreateUserOrderMerchant': (_, at) => ({ as, query: { userId: idOf.person(2 + at), order: 1 } }),
  'POST User/CreateUserOrderList': (_, at) => ({ as, body: { items: ranking(at) } }),
  'POST User/CreateUserOrderMerchantList': (_, at) => ({ as, body: { items: ranking(at) } }),
  'PUT Donate/Settings': async (fixture) => {
    const settings = await call(fixture, 'GET Donate/Settings', { as: 'admin' });
    return { as: 'admin', body: typeof settings === 'object' && settings !== null ? writable(settings) : {} };
  },
});
