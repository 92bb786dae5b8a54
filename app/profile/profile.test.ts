import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { publishField } from '#app/creators/creators.server.ts';
import { openAccount } from '#app/ledger/ledger-store.server.ts';
import { formOf, photo } from '#test/support/image-client.ts';
import { profileClient } from '#test/support/profile-client.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { startApp } from '#test/support/start-app.ts';

const app = await startApp();
afterAll(() => app.close());

const { newcomer, profileOf, update, setField, fieldOf, publicUser } = profileClient(() => app);

async function uploadedBy({ token }: SignedIn): Promise<string> {
  const body = formOf(await photo(300, 300).jpeg().toBuffer());
  const answer = await fetch(`${app.url}/api/Images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  return z.object({ data: z.object({ name: z.string() }) }).parse(await answer.json()).data.name;
}

const refused = (code: string, ...fields: string[]) => ({
  body: { error: { code, fields: Object.fromEntries(fields.map((name) => [name, expect.any(String)])) } },
});

describe('the own profile', () => {
  test('has every field, one account for donations, and nothing beyond the contract', async () => {
    const who = await newcomer();
    const profile = await profileOf(who);
    expect(profile).toMatchObject({
      id: who.userId,
      phone: who.phone,
      isAccountActive: true,
      confirmed: false,
      roles: ['user'],
      donate: { id: who.projectId, accountId: who.accountId },
      accounts: [{ id: who.accountId, balance: 0, isActive: true, projectId: who.projectId }],
    });
    expect(profile.fields).toHaveLength(17);
    expect(profile.fields.every(({ state, comment }) => state === 'Confirmed' && comment === null)).toBe(true);
    const { body } = await app.api('GET PersonalAccount/GetAccounts', {}, { token: who.token });
    expect(body).toMatchObject({ data: profile.accounts });
  });

  test('is read and changed only by its owner', async () => {
    for (const name of ['GET PersonalAccount/Get', 'POST PersonalAccount/Update', 'GET Project/ChangeAccount']) {
      expect((await app.request(name)).status).toBe(401);
    }
  });
});

describe('reviewed fields', () => {
  test('are reviewed while the page keeps the confirmed value', async () => {
    const who = await newcomer();
    await app.db.transaction((tx) => publishField(tx, who.userId, 'TgLink', 'https://t.me/old'));
    expect((await setField(who, 'TgLink', 'https://t.me/new')).status).toBe(200);
    expect(await fieldOf(who, 'TgLink')).toEqual({
      name: 'TgLink',
      value: 'https://t.me/new',
      state: 'Awaiting',
      comment: null,
    });
    expect(await publicUser(who)).toMatchObject({ tgLink: 'https://t.me/old' });
    expect(await setField(who, 'TgLink', 'https://t.me/newer')).toMatchObject({
      status: 409,
      ...refused('FieldAwaiting', 'TgLink'),
    });
    expect((await setField(who, 'TgLink', 'https://t.me/new')).status).toBe(200);
    const both = { givenName: 'Нет', fields: [{ name: 'TgLink', value: '' }] };
    expect((await update(who, both)).status).toBe(409);
    expect((await profileOf(who)).givenName).toBeNull();
  });

  test('equal values change nothing', async () => {
    const who = await newcomer();
    await app.db.transaction((tx) => publishField(tx, who.userId, 'About', 'Пою'));
    const fields = [
      { name: 'About', value: ' Пою\r\n' },
      { name: 'Avatar', value: '' },
      { name: 'WebLink', value: null },
      { name: 'UserType', value: '' },
    ];
    expect((await update(who, { fields })).status).toBe(200);
    expect((await profileOf(who)).fields.filter(({ state }) => state !== 'Confirmed')).toEqual([]);
  });

  test('one of ten different simultaneous requests is stored', async () => {
    const who = await newcomer();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => setField(who, 'About', `Текст ${index}`)),
    );
    const won = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await fieldOf(who, 'About')).toMatchObject({ value: `Текст ${won}`, state: 'Awaiting' });
  });
});

describe('valid values of a field', () => {
  const bad: [string, unknown][] = [
    ['UserType', '[]'],
    ['UserType', '[0,1,2,3,4,5]'],
    ['UserType', '[6]'],
    ['UserType', '[1,1]'],
    ['UserType', '["1"]'],
    ['UserType', '{"0":1}'],
    ['UserType', 'nonsense'],
    ['About', 'я'.repeat(1_001)],
    ['HideFullName', 'yes'],
    ['Avatar', '../../etc/passwd'],
    ['Banner', 'AAAAAAAAAAAAAAAAAAAAAA'],
  ];
  test.each(bad)('%s is not %j', async (name, value) => {
    expect(await setField(await newcomer(), name, value)).toMatchObject({
      status: 400,
      ...refused('ValidationFailed', name),
    });
  });

  test('1,000 characters by code points, and five types', async () => {
    const who = await newcomer();
    expect((await setField(who, 'About', '😀'.repeat(1_000))).status).toBe(200);
    expect((await setField(who, 'UserType', '[13, 0, 1, 2, 3]')).status).toBe(200);
    expect(await fieldOf(who, 'UserType')).toMatchObject({ value: '[13,0,1,2,3]', state: 'Awaiting' });
  });

  test('a picture uploaded by this user only', async () => {
    const who = await newcomer();
    const stranger = await newcomer();
    const name = await uploadedBy(who);
    expect(await setField(stranger, 'Avatar', name)).toMatchObject({
      status: 400,
      ...refused('ValidationFailed', 'Avatar'),
    });
    expect((await setField(who, 'Avatar', name)).status).toBe(200);
    expect(await fieldOf(who, 'Avatar')).toMatchObject({ value: name, state: 'Awaiting' });
  });

  test.each([
    { fields: [{ name: 'Nonsense', value: '1' }] },
    {
      fields: [
        { name: 'About', value: '1' },
        { name: 'About', value: '2' },
      ],
    },
    { fields: [{ name: 'About', value: '1', state: 'Confirmed' }] },
    { role: 'admin' },
    { confirmed: true },
  ])('%j is refused as a whole', async (body) => {
    expect(await update(await newcomer(), body)).toMatchObject({ status: 400, body: { success: false } });
  });
});

describe('the account for donations', () => {
  const change = ({ token }: SignedIn, id: string, accountId: string) =>
    app.api('GET Project/ChangeAccount', { query: { id, account: accountId } }, { token });

  test('is one of his own', async () => {
    const who = await newcomer();
    const stranger = await newcomer();
    const second = await app.db.transaction((tx) => openAccount(tx, who.userId, 'Второй'));
    expect((await change(who, who.projectId, second)).status).toBe(200);
    const { donate, accounts } = await profileOf(who);
    expect(donate).toEqual({ id: who.projectId, accountId: second });
    expect(accounts.map(({ projectId }) => projectId)).toEqual([null, who.projectId]);
    const missing = '00000000-0000-7000-8000-00000000ffff';
    for (const [project, accountId] of [
      [who.projectId, stranger.accountId],
      [stranger.projectId, who.accountId],
      [who.projectId, missing],
      [missing, who.accountId],
    ] as const) {
      expect(await change(who, project, accountId)).toMatchObject({
        status: 403,
        body: { error: { code: 'Forbidden' } },
      });
    }
    expect((await profileOf(stranger)).donate.accountId).toBe(stranger.accountId);
  });
});
