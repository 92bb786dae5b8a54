import { afterAll, expect, test } from 'vitest';
import { calls } from '#app/calls.ts';
import { startApp } from '#test/support/start-app.ts';
import { type Asked, askedFor, sides } from './asked.ts';
import { CountedRequests } from './counted-requests.ts';
import { bringCrowd } from './crowd.ts';
import { type Read, reads } from './reads.ts';
import { writeStory } from './write-story.ts';

/**
 * Statements of the writes that people wait for, in the order in which the test makes them; however many lines an order has. One in each
 * transaction of somebody logged in holds the session, and is sent together with the next.
 */
const writes: Readonly<Record<string, number>> = {
  'POST ProjectPay/Create': 9,
  'POST Payment/Callback, a donation': 14,
  'POST Widget/Health, a new page': 4,
  'POST Widget/Health': 2,
  'POST Widget/Next': 12,
  'POST Widget/Report, playing': 7,
  'POST Widget/Report, shown': 11,
  'POST Order/CreateOrder': 6,
  'PUT Order/Update': 10,
  'POST Order/CreateOrderPayment': 16,
  'POST Payment/Callback, an order': 8,
  'PUT Order/UserOders': 6,
  'POST Payout/Request': 5,
  'POST PersonalAccount/Update': 12,
  'POST Identity/Token': 8,
  'POST Identity/RefreshToken': 2,
};

/** Calls about one code or key, and those that stay open. */
const notCounted = [
  'GET Sms/SendComfirmCode',
  'GET Sms/Delivery',
  'GET Sms/CheckComfirmCode',
  'GET Identity/ConfirmCode',
  'GET Identity/ConfirmCodeAdmin',
  'GET Moderator/FirstStart',
  'GET Receipt/Month',
  'GET Project/ChangeAccount',
  'GET Dev/Outbox',
  'GET PersonalAccount/Archive',
  'GET Geo/Search',
  'GET Images/',
  'GET Widget/Sound',
  'GET Widget/Speech',
  'GET Widget/Events',
  'GET Events/Stream',
];

const app = await startApp();
afterAll(() => app.close());
const crowd = await bringCrowd(app.db);
// The key of notices to browsers is made at the first need.
await app.request('GET Notice/Settings', {}, { token: crowd.moderator.token });
const counted = new CountedRequests(app.db.pool);
afterAll(() => counted.stop());

async function countRead(name: string, read: Read, asked: Asked): Promise<number> {
  const who = { guest: null, person: asked.person, moderator: crowd.moderator, admin: crowd.admin }[read.as];
  const query = read.query?.(asked);
  const params = read.params?.(asked);
  const input = { ...(query && { query }), ...(params && { params }) };
  const answer = await app.request(name, input, who === null ? {} : { token: who.token });
  if (answer.status !== 200) throw new Error(`${name} answers ${JSON.stringify(answer.body)}`);
  const [method = '', path = ''] = name.split(' ');
  return counted.of(method, `/api/${path.replace('{id}', String(asked.pickUpId))}`).length;
}

/** Guest answers are cached, so that a second request costs nothing. */
const isKept = (read: Read) => read.as === 'guest' && read.query === undefined && read.params === undefined;

test('every call that reads asks the database as often as its budget says, for one row and for many', async () => {
  const budget = Object.fromEntries(Object.entries(reads).map(([name, { statements }]) => [name, statements]));
  for (const side of sides) {
    const asked = await askedFor(app, crowd, side);
    const found: Record<string, number> = {};
    for (const [name, read] of Object.entries(reads)) {
      const isAsked = side === 'few' || !isKept(read);
      found[name] = isAsked ? await countRead(name, read, asked) : read.statements;
    }
    expect(found, side).toEqual(budget);
  }
});

test('every call that reads has a budget', () => {
  const known = Object.values(calls)
    .flatMap((area) => Object.values(area))
    .filter(({ method }) => method === 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  expect([...Object.keys(reads), ...notCounted].sort()).toEqual(known.sort());
});

test('every write that people wait for asks the database as often as its budget says, for one line and for many', async () => {
  for (const lines of [1, 10]) {
    expect(await writeStory({ app, counted, crowd, lines }), `${lines} lines`).toEqual(writes);
  }
});
