import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { setNames } from '#app/creators/creators.server.ts';
import { everyCall } from '#test/support/every-call.ts';
import { newProduct } from '#test/support/merch-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';

/** Each has a meaning in a pattern or a statement. */
const signs = '5%0_\\;';

/** A name or a phone that is copied brings such signs along. */
const unseen = ['\u200b', '\u3164', '\u034f', '\u2060', '\u00ad', '\ufeff', '\u202a', '\u2800'];

const app = await startApp();
const moderator = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
const person = await signIn(app.db, testSecrets.jwt, { userName: 'the.author' });
await app.db.transaction((tx) => setNames(tx, person.userId, { givenName: 'Oʻzbek', surName: `Kitob ${signs}` }));
const proposal = { fields: [{ name: 'UserType', value: '[0]' }] };
await app.api('POST PersonalAccount/Update', { body: proposal }, { token: person.token });
const confirmed = { userId: person.userId, fields: ['UserType'] };
await app.api('PUT Moderator/ConfirmUser', { body: confirmed }, { token: moderator.token });
const about = { fields: [{ name: 'About', value: 'Рисую' }] };
await app.api('POST PersonalAccount/Update', { body: about }, { token: person.token });
await newProduct(app.db, { userId: person.userId, name: `Oʻzbek kitob ${signs}` });
const place = { regionId: 1, latitude: 41.3265, longitude: 69.2347, address: 'Ташкент, Чорсу' };
await app.api('POST PickUp', { body: { name: `Oʻzbek kitob ${signs}`, ...place } }, { token: moderator.token });
afterAll(() => app.close());

const counted = z.object({ data: z.object({ count: z.int() }) });

describe.each<[call: Parameters<TestApp['api']>[0], member: string, found?: number]>([
  ['GET Product/ProductList', 'Name'],
  ['GET Moderator/GetProductsList', 'Name'],
  ['GET PickUp', 'search'],
  ['GET User/List', 'Search'],
  ['GET Moderator/GetUsersList', 'Search'],
  ['GET Moderator/GetUserFieldsByState', 'Search'],
  // What was written of the point, and of the person of that name.
  ['GET Moderator/Audit', 'Search', 2],
])('the search of %s', (call, member, found = 1) => {
  const find = async (text: string) => {
    const query = { ...(call.endsWith('ByState') && { State: 'Awaiting' }), [member]: text };
    return counted.parse((await app.api(call, { query }, { token: moderator.token })).body).data.count;
  };

  it.each(["'", '`', '’', 'ʻ', 'ь', 'Ъ', "' ʼ", "''''"])('by %s alone finds nothing', async (text) => {
    expect(await find(text)).toBe(0);
  });

  it.each([signs, signs.slice(1), `kitob ${signs}`])('takes the signs of %s as they are', async (text) => {
    expect(await find(text)).toBe(found);
  });

  it.each(['o%k', 'o_bek', '5_0', '%%0', '5%%_', '\\%', '_%_', '*', '$1', '--', "kitob' or '1'='1", 'kitob")'])(
    'finds nothing by the pattern %s',
    async (text) => {
      expect(await find(text)).toBe(0);
    },
  );

  it.each(unseen)('leaves out %j, which nobody sees', async (sign) => {
    for (const text of [`${sign}kitob`, `kitob${sign}`, `o'z${sign}bek ${sign} ki${sign}tob`]) {
      expect([text, await find(text)]).toEqual([text, found]);
    }
  });

  it.each(["o'zbek 'kitob", 'O‘ZBEK kitob’', "kitob ' o`zbek", 'ўзбек китобь'])('finds by %s', async (text) => {
    expect(await find(text)).toBe(found);
  });
});

const searches = everyCall.flatMap(({ method, path, query }) =>
  Object.entries(query?.shape ?? {})
    .filter(([member]) => ['Search', 'search', 'Name', 'text', 'UserName', 'BrandUserName'].includes(member))
    .map(([member, shape]) => ({ call: `${method} ${path}`, member, shape })),
);

it.each(searches)('$member of $call leaves out what nobody sees', ({ shape }) => {
  for (const sign of unseen) {
    const typed = `${sign}+998${sign} 90 ки${sign}`;
    expect([sign, z.parse(shape, typed)]).toEqual([sign, '+998 90 ки']);
  }
});

it('has the searches of all lists', () => {
  const found = searches.map(({ call }) => call);
  expect(new Set(found).size).toBeGreaterThanOrEqual(14);
  expect(found).toEqual(
    expect.arrayContaining(['GET Donate/Export', 'GET Order/Export', 'GET Payout/List', 'GET Geo/Search']),
  );
});
