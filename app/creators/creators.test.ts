import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { page } from '#base/calls/call.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { newPhone, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { pageUser, user as userSchema } from './creators.calls.ts';
import {
  changeProjectAccount,
  findProject,
  publishField,
  setBlocked,
  setHasProducts,
  setNames,
  setVerified,
} from './creators.server.ts';
import { setUserName } from './user-names.server.ts';

const app = await startApp();
afterAll(() => app.close());

interface Draft {
  userName?: string;
  types?: number[];
  names?: { givenName?: string; surName?: string; patronymic?: string };
  hasProducts?: boolean;
}

async function makeCreator({ userName, types = [3], names, hasProducts = false }: Draft = {}) {
  const made = await signIn(app.db, testSecrets.jwt, { phone: newPhone(), ...(userName && { userName }) });
  await app.db.transaction(async (tx) => {
    await publishField(tx, made.userId, 'UserType', JSON.stringify(types));
    if (names) await setNames(tx, made.userId, names);
    if (hasProducts) await setHasProducts(tx, made.userId, true);
  });
  return made;
}

const listAnswer = z.strictObject({ success: z.literal(true), data: page(z.strictObject(userSchema.shape)) });
const userAnswer = z.strictObject({ success: z.literal(true), data: z.strictObject(pageUser.shape) });

async function list(query: Record<string, unknown> = {}) {
  const { body } = await app.api('GET User/List', { query });
  return listAnswer.parse(body).data;
}

async function namesOf(query: Record<string, unknown>): Promise<string[]> {
  return (await list(query)).items.map(({ userName }) => userName);
}

describe('one creator', () => {
  test('is found by name in any case and by id, with confirmed values only', async () => {
    const { userId, projectId } = await makeCreator({ userName: 'dilnoza', names: { givenName: 'Дильноза' } });
    await app.db.transaction(async (tx) => {
      await publishField(tx, userId, 'TgLink', 'https://t.me/dilnoza');
      await publishField(tx, userId, 'About', 'Пою');
      await setVerified(tx, userId, true);
    });
    const byName = userAnswer.parse(
      (await app.api('GET User/GetByName', { query: { userName: 'DilNoza' } })).body,
    ).data;
    const byId = userAnswer.parse((await app.api('GET User/Get', { query: { userId } })).body).data;
    expect(byName).toEqual(byId);
    expect(byName).toMatchObject({
      userId,
      projectId,
      userName: 'dilnoza',
      givenName: 'Дильноза',
      surName: null,
      hideFullName: false,
      userType: [3],
      tgLink: 'https://t.me/dilnoza',
      insLink: null,
      about: 'Пою',
      order: 10_000,
      orderMerchant: 10_000,
      confirmed: true,
      hasProducts: false,
      hasPosts: false,
    });
  });

  test('unknown and blocked ones are 404, and a change is visible at once', async () => {
    const { userId } = await makeCreator({ userName: 'blocked.one' });
    const ask = async () => (await app.api('GET User/GetByName', { query: { userName: 'blocked.one' } })).status;
    expect(await ask()).toBe(200);
    await app.db.transaction((tx) => setBlocked(tx, userId, true));
    expect(await ask()).toBe(404);
    expect((await app.api('GET User/Get', { query: { userId } })).status).toBe(404);
    expect(await namesOf({ Search: 'blocked.one' })).toEqual([]);
    await app.db.transaction((tx) => setBlocked(tx, userId, false));
    expect(await ask()).toBe(200);
    expect((await app.api('GET User/GetByName', { query: { userName: 'nobody' } })).status).toBe(404);
    expect((await app.api('GET User/Get', { query: { userId: crypto.randomUUID() } })).status).toBe(404);
    expect((await app.api('GET User/Get', { query: { userId: 'x' } })).status).toBe(400);
  });

  test('a hidden full name is null and not searchable until it is shown again', async () => {
    const { userId, projectId } = await makeCreator({
      userName: 'shy.one',
      names: { givenName: 'Зульфизар', surName: 'Тайнова', patronymic: 'Эркиновна' },
    });
    expect(await namesOf({ Search: 'зульфизар' })).toEqual(['shy.one']);
    expect(await findProject(app.db, projectId)).toMatchObject({ displayName: 'Зульфизар Тайнова', isAvailable: true });
    await app.db.transaction((tx) => publishField(tx, userId, 'HideFullName', 'true'));
    const { body } = await app.api('GET User/Get', { query: { userId } });
    expect(userAnswer.parse(body).data).toMatchObject({
      givenName: null,
      surName: null,
      patronymic: null,
      hideFullName: true,
    });
    expect(JSON.stringify(body)).not.toContain('Тайнова');
    for (const Search of ['зульфизар', 'Тайнова', 'zulfizar', 'эркин']) expect(await namesOf({ Search })).toEqual([]);
    expect(await namesOf({ Search: 'shy.one' })).toEqual(['shy.one']);
    expect(await findProject(app.db, projectId)).toMatchObject({ displayName: 'shy.one' });
    await app.db.transaction((tx) => publishField(tx, userId, 'HideFullName', 'false'));
    expect(await namesOf({ Search: 'зульфизар' })).toEqual(['shy.one']);
  });

  test('of two simultaneous claims of a user name one wins', async () => {
    const [one, two] = await Promise.all([makeCreator(), makeCreator()]);
    const claims = [one, two].map(({ userId }) => app.db.transaction((tx) => setUserName(tx, userId, 'wanted_name')));
    const results = await Promise.allSettled(claims);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'UserNameTaken' } });
    await expect(app.db.transaction((tx) => setUserName(tx, one.userId, 'admin'))).rejects.toMatchObject({
      status: 409,
    });
  });

  test("donations are credited to another account only where both are the creator's own", async () => {
    const [mine, other] = await Promise.all([makeCreator(), makeCreator()]);
    const turn = (change: { userId: string; projectId: string; accountId: string; ownAccountIds: string[] }) =>
      app.db.transaction((tx) => changeProjectAccount(tx, change));
    const own = { userId: mine.userId, ownAccountIds: [mine.accountId] };
    await expect(turn({ ...own, projectId: mine.projectId, accountId: other.accountId })).rejects.toMatchObject({
      status: 403,
    });
    await expect(turn({ ...own, projectId: other.projectId, accountId: mine.accountId })).rejects.toMatchObject({
      status: 403,
    });
    await turn({ ...own, projectId: mine.projectId, accountId: mine.accountId });
    expect(await findProject(app.db, other.projectId)).toMatchObject({ accountId: other.accountId });
  });
});

describe('the list', () => {
  beforeEach(async () => {
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`update creator set is_blocked = true`);
      await dropCached(tx, ['creators']);
    });
  });

  test('has only creators with a type, newest first, and counts each filter', async () => {
    await makeCreator({ userName: 'first', types: [1, 3] });
    await makeCreator({ userName: 'second', types: [3], hasProducts: true });
    await makeCreator({ userName: 'third', types: [1] });
    await makeCreator({ userName: 'nothing', types: [] });
    const expected: [Record<string, unknown>, string[]][] = [
      [{}, ['third', 'second', 'first']],
      [{ userType: 1 }, ['third', 'first']],
      [{ userType: 3 }, ['second', 'first']],
      [{ userType: 13 }, []],
      [{ hasProducts: true }, ['second']],
      [{ hasProducts: false }, ['third', 'first']],
      [{ hasProducts: true, userType: 1 }, []],
      [{ hasProducts: true, userType: 3, Search: 'seco' }, ['second']],
      [{ userType: 1, Search: 'seco' }, []],
      [{ skip: 1, TAKE: 1 }, ['second']],
      [{ Skip: 50 }, []],
    ];
    for (const [query, names] of expected) expect([query, await namesOf(query)]).toEqual([query, names]);
    for (const [query, count] of [
      [{}, 3],
      [{ userType: 1, Take: 1 }, 2],
      [{ hasProducts: true }, 1],
      [{ Skip: 50 }, 3],
      [{ Search: 'ir', Skip: 50 }, 0],
      [{ Search: 'first', Skip: 50 }, 1],
    ] as const)
      expect([query, (await list(query)).count]).toEqual([query, count]);
  });

  test('counts follow every change of types, products and blocking', async () => {
    const { userId } = await makeCreator({ types: [5] });
    const counts = async () =>
      Promise.all(
        [{}, { userType: 5 }, { userType: 7 }, { hasProducts: true }].map(async (q) => (await list(q)).count),
      );
    const change = async (work: (tx: Parameters<typeof setBlocked>[0]) => Promise<void>) => app.db.transaction(work);
    expect(await counts()).toEqual([1, 1, 0, 0]);
    await change((tx) => publishField(tx, userId, 'UserType', '[7, 5]'));
    expect(await counts()).toEqual([1, 1, 1, 0]);
    await change((tx) => setHasProducts(tx, userId, true));
    expect(await counts()).toEqual([1, 1, 1, 1]);
    await change((tx) => publishField(tx, userId, 'UserType', '[7]'));
    expect(await counts()).toEqual([1, 0, 1, 1]);
    await change((tx) => setBlocked(tx, userId, true));
    expect(await counts()).toEqual([0, 0, 0, 0]);
    await change((tx) => setBlocked(tx, userId, false));
    expect(await counts()).toEqual([1, 0, 1, 1]);
  });

  test('a search is literal, in any case, script and order of words', async () => {
    await makeCreator({ userName: 'per_cent', names: { givenName: 'Ёлка', surName: '100% Ўктам' } });
    await makeCreator({ userName: 'percent', names: { givenName: "O'ktam", surName: 'back\\slash' } });
    const expected: [string, string[]][] = [
      ['per_c', ['per_cent']],
      ['100%', ['per_cent']],
      ['1%0', []],
      ['елка', ['per_cent']],
      ['ЁЛКА', ['per_cent']],
      ['уктам', ['percent', 'per_cent']],
      ['yolka', ['per_cent']],
      ['ўктам', ['percent', 'per_cent']],
      ['ўктам ёлка', ['per_cent']],
      ['oʻktam', ['percent', 'per_cent']],
      ['k\\s', ['percent']],
      ["'; drop table creator; --", []],
      ['el', ['per_cent']],
      ['ka', []],
    ];
    for (const [Search, names] of expected) expect([Search, await namesOf({ Search })]).toEqual([Search, names]);
  });

  test.each([
    { Take: 0 },
    { Take: 101 },
    { Skip: -1 },
    { Skip: 1.5 },
    { Take: 'ten' },
    { userType: 6 },
    { userType: 'strimer' },
    { hasProducts: 'yes' },
    { Search: 'a'.repeat(101) },
    { Search: 'a\0b' },
  ])('%j is refused', async (query) => {
    const { status, body } = await app.api('GET User/List', { query });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      success: false,
      error: { code: 'ValidationFailed', fields: { [Object.keys(query)[0] ?? '']: expect.any(String) } },
    });
  });
});
