import { escapeIdentifier } from 'pg';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { publishField } from '../creators.server.ts';

const names = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay'] as const;
type Name = (typeof names)[number];

const ids: Partial<Record<Name, string>> = {};
const idOf = (name: Name) => ids[name] ?? '';

const app = await startApp();
const moderator = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
const user = await signIn(app.db, testSecrets.jwt);
for (const userName of names) {
  const { userId } = await signIn(app.db, testSecrets.jwt, { userName });
  await app.db.transaction((tx) => publishField(tx, userId, 'UserType', '[0]'));
  ids[userName] = userId;
}
afterAll(() => app.close());

const replace = (items: unknown, token = moderator.token, call: 'Order' | 'OrderMerchant' = 'Order') =>
  app.api(`POST User/CreateUser${call}List`, { body: { items } }, { token });
const put = (name: Name, order: number, call: 'Order' | 'OrderMerchant' = 'Order') =>
  app.api(`POST User/CreateUser${call}`, { query: { userId: idOf(name), order } }, { token: moderator.token });
const ranked = (...order: Name[]) => order.map((name, place) => ({ userId: idOf(name), order: place + 1 }));

async function listed(query = {}): Promise<unknown> {
  const { body } = await app.api('GET User/List', { query });
  return body;
}

async function places(column = 'order_place') {
  const { rows } = await app.db.execute<{ name: string; place: number }>(sql`
    select user_name as name, ${raw(escapeIdentifier(column))} as place from creator
    where ${raw(escapeIdentifier(column))} < 10000 order by place`);
  return rows.map(({ name, place }) => `${name} ${String(place)}`);
}

beforeEach(async () => {
  await replace(ranked('ann', 'bob', 'cat', 'dan'));
});

describe('a moderator who is a creator himself', () => {
  test.each(['Order', 'OrderMerchant'] as const)('cannot rise in %s, by whatever change', async (call) => {
    const { userId, token } = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
    const withOwn = (at: number, ...order: Name[]) => {
      const all = order.map(idOf);
      all.splice(at, 0, userId);
      return all.map((one, place) => ({ userId: one, order: place + 1 }));
    };
    const putOwn = (id: string, order: number) =>
      app.api(`POST User/CreateUser${call}`, { query: { userId: id, order } }, { token });
    const refused = {
      status: 403,
      body: { error: { message: 'Себя продвинуть нельзя: это сделает другой сотрудник' } },
    };
    await replace(ranked('ann', 'bob', 'cat'), moderator.token, call);
    // Not ranked: no place at all.
    expect(await putOwn(userId, 1)).toMatchObject(refused);
    expect((await putOwn(userId, 500)).status).toBe(403);
    expect((await replace(withOwn(3, 'ann', 'bob', 'cat'), token, call)).status).toBe(403);
    // Ranked by a colleague: not further up, nor by moving or removing those above.
    expect((await replace(withOwn(2, 'ann', 'bob', 'cat'), moderator.token, call)).status).toBe(200);
    expect((await putOwn(userId, 1)).status).toBe(403);
    expect((await putOwn(idOf('ann'), 10_000)).status).toBe(403);
    expect((await putOwn(idOf('ann'), 900)).status).toBe(403);
    expect((await replace(withOwn(1, 'bob', 'ann', 'cat'), token, call)).status).toBe(403);
    expect((await replace(withOwn(1, 'ann', 'cat'), token, call)).status).toBe(403);
    // What does not concern him, and what lowers him, he may do.
    expect((await replace(withOwn(2, 'bob', 'ann', 'dan'), token, call)).status).toBe(200);
    expect((await putOwn(idOf('eve'), 1)).status).toBe(200);
    expect((await putOwn(userId, 900)).status).toBe(200);
    expect((await putOwn(userId, 10_000)).status).toBe(200);
    await replace([], moderator.token, call);
  });
});

describe('a concurrent change by a colleague', () => {
  const read = async (isMerch = false) => {
    const { body } = await app.api('GET User/Ranking', { query: { IsMerch: isMerch } }, { token: moderator.token });
    return z
      .object({
        data: z.object({ version: z.string(), items: z.array(z.object({ userName: z.string(), order: z.int() })) }),
      })
      .parse(body).data;
  };
  const save = (items: unknown, version: string) =>
    app.api('POST User/CreateUserOrderList', { body: { items, version } }, { token: moderator.token });

  test('is not overwritten: of three changes of one version, one is saved, the others get 409', async () => {
    const { version, items } = await read();
    expect(items.map(({ userName }) => userName)).toEqual(['ann', 'bob', 'cat', 'dan']);
    const proposals = [ranked('bob', 'ann'), ranked('cat', 'ann'), ranked('dan', 'ann')];
    const answers = await Promise.all(proposals.map((proposal) => save(proposal, version)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ error: { code: 'RankingChanged' } });
    expect((await save(ranked('eve', 'fay'), (await read()).version)).status).toBe(200);
    expect(await places()).toEqual(['eve 1', 'fay 2']);
  });

  test('is not overwritten by a list without a version either, if the ranking was read before it', async () => {
    const reader = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
    const changed = { status: 409, body: { error: { code: 'RankingChanged' } } };
    const look = () => app.api('GET User/Ranking', {}, { token: reader.token });
    await look();
    expect((await put('dan', 1)).status).toBe(200);
    expect(await replace([], reader.token)).toMatchObject(changed);
    expect(await replace(ranked('bob'), reader.token)).toMatchObject(changed);
    expect(await places()).toEqual(['dan 1', 'ann 2', 'bob 3', 'cat 4']);
    await look();
    // A change of its own is no change of others; the other ranking is another one.
    await app.api('POST User/CreateUserOrder', { query: { userId: idOf('eve'), order: 1 } }, { token: reader.token });
    expect((await replace(ranked('fay'), moderator.token, 'OrderMerchant')).status).toBe(200);
    expect((await replace(ranked('bob', 'ann'), reader.token)).status).toBe(200);
    expect((await replace([], reader.token)).status).toBe(200);
    await replace([], moderator.token, 'OrderMerchant');
    await read();
  });

  test('the ranking is read by moderators only', async () => {
    expect((await app.api('GET User/Ranking', {}, { token: user.token })).status).toBe(403);
    expect((await app.api('GET User/Ranking', {})).status).toBe(401);
    expect((await read(true)).items).toEqual([]);
  });
});

describe('replacing a ranking', () => {
  test('the list changes at once, and creators left out become unranked', async () => {
    await listed();
    expect(await replace(ranked('cat', 'eve'))).toMatchObject({ status: 200, body: { success: true, data: {} } });
    expect(await places()).toEqual(['cat 1', 'eve 2']);
    expect(await listed({ Take: 3 })).toMatchObject({
      data: {
        count: 6,
        items: [
          { userName: 'cat', order: 1 },
          { userName: 'eve', order: 2 },
          { userName: 'fay', order: 10_000 },
        ],
      },
    });
    expect((await replace([])).status).toBe(200);
    expect(await places()).toEqual([]);
  });

  test('the ranking of merchandise is separate', async () => {
    expect((await replace(ranked('fay', 'ann'), moderator.token, 'OrderMerchant')).status).toBe(200);
    expect(await places('order_merchant')).toEqual(['fay 1', 'ann 2']);
    expect(await places()).toEqual(['ann 1', 'bob 2', 'cat 3', 'dan 4']);
    expect(await listed({ IsMerch: true, Take: 2 })).toMatchObject({
      data: { items: [{ userName: 'fay', orderMerchant: 1 }, { userName: 'ann' }] },
    });
    expect((await put('cat', 1, 'OrderMerchant')).status).toBe(200);
    expect(await places('order_merchant')).toEqual(['cat 1', 'fay 2', 'ann 3']);
  });

  test('repeated places, repeated and unknown creators are refused as a whole', async () => {
    const [ann, bob] = ranked('ann', 'bob');
    const stranger = { userId: crypto.randomUUID(), order: 3 };
    const cases: [unknown, string][] = [
      [[ann, { ...bob, order: 1 }], 'items.1.order'],
      [[ann, { ...ann, order: 2 }], 'items.1.userId'],
      [[ann, stranger], 'items.1.userId'],
      [[{ ...ann, order: -1 }], 'items.0.order'],
      [[{ ...ann, order: 10_001 }], 'items.0.order'],
      [[{ ...ann, role: 'admin' }], 'items.0.role'],
    ];
    for (const [items, field] of cases) {
      expect(await replace(items)).toMatchObject({
        status: 400,
        body: { error: { fields: { [field]: expect.any(String) } } },
      });
    }
    expect(await places()).toEqual(['ann 1', 'bob 2', 'cat 3', 'dan 4']);
  });

  test('is for moderators and appears in the audit trail', async () => {
    expect((await app.api('POST User/CreateUserOrderList', { body: { items: [] } })).status).toBe(401);
    expect((await replace([], user.token)).status).toBe(403);
    const { rows } = await app.db.execute(sql`select 1 from audit where call = 'POST User/CreateUserOrderList'`);
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('putting one creator at a place', () => {
  test.each<[Name, number, string[]]>([
    ['dan', 1, ['dan 1', 'ann 2', 'bob 3', 'cat 4']],
    ['ann', 3, ['bob 1', 'cat 2', 'ann 3', 'dan 4']],
    ['eve', 2, ['ann 1', 'eve 2', 'bob 3', 'cat 4', 'dan 5']],
    ['bob', 10_000, ['ann 1', 'cat 2', 'dan 3']],
    ['cat', 3, ['ann 1', 'bob 2', 'cat 3', 'dan 4']],
  ])('%s at %d', async (name, order, expected) => {
    expect((await put(name, order)).status).toBe(200);
    expect(await places()).toEqual(expected);
  });

  test('a creator pushed beyond the last place becomes unranked', async () => {
    const [ann, bob] = ranked('ann', 'bob');
    await replace([
      { ...ann, order: 9998 },
      { ...bob, order: 9999 },
    ]);
    expect((await put('cat', 9999)).status).toBe(200);
    expect(await places()).toEqual(['ann 9998', 'cat 9999']);
  });

  test.each(['Order', 'OrderMerchant'] as const)('who stands behind a gap of %s stays where he is', async (call) => {
    const standing = ranked('ann', 'bob', 'cat').map((one, at) => ({ ...one, order: [5, 6, 9999][at] ?? 0 }));
    await replace(standing, moderator.token, call);
    const now = () => places(call === 'Order' ? 'order_place' : 'order_merchant');
    expect((await put('dan', 5, call)).status).toBe(200);
    expect(await now()).toEqual(['dan 5', 'ann 6', 'bob 7', 'cat 9999']);
    expect((await put('eve', 4, call)).status).toBe(200);
    expect(await now()).toEqual(['eve 4', 'dan 5', 'ann 6', 'bob 7', 'cat 9999']);
    expect((await put('cat', 6, call)).status).toBe(200);
    expect(await now()).toEqual(['eve 4', 'dan 5', 'cat 6', 'ann 7', 'bob 8']);
  });

  test('unknown: 404, out of range: 400', async () => {
    const missing = { userId: crypto.randomUUID(), order: 1 };
    expect((await app.api('POST User/CreateUserOrder', { query: missing }, { token: moderator.token })).status).toBe(
      404,
    );
    expect((await put('ann', 10_001)).status).toBe(400);
    expect((await put('ann', -1)).status).toBe(400);
  });

  test('concurrent changes lose nothing: places stay unique and dense', async () => {
    const moves = Array.from({ length: 60 }, (_, index) => {
      const name = names[index % 4] ?? 'ann';
      return index % 15 === 0 ? replace(ranked('bob', 'dan', 'ann', 'cat')) : put(name, (index % 4) + 1);
    });
    const statuses = new Set((await Promise.all(moves)).map(({ status }) => status));
    expect([...statuses]).toEqual([200]);
    const after = await places();
    expect(after.map((line) => line.split(' ')[0]).sort()).toEqual(['ann', 'bob', 'cat', 'dan']);
    expect(after.map((line) => Number(line.split(' ')[1]))).toEqual([1, 2, 3, 4]);
    const { rows } = await app.db.execute<{ drifted: number }>(sql`
      select count(*) as drifted from creator_listing l join creator c using (user_id)
      where (l.order_place, l.order_merchant) <> (c.order_place, c.order_merchant)`);
    expect(rows).toEqual([{ drifted: 0 }]);
  });
});
