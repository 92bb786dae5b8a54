import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { publishField, setNames } from '#app/creators/creators.server.ts';
import { createPerson } from '#app/profile/new-person.server.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { updateProfile } from '../edit/update-profile.server.ts';
import { undoDecisions } from '../field-history.server.ts';
import type { ReviewedField } from '../field-rules.ts';
import { fieldsByState } from '../fields-by-state.server.ts';
import { confirmFields, type Decision, rejectFields, usedImages } from '../profile.server.ts';
import { fieldAwaiting, fieldChanged } from '../profile-failures.ts';
import { profileForReview } from '../read-profile.server.ts';

async function person(userName?: string): Promise<string> {
  const made = await db.transaction((tx) => createPerson(tx, { phone: newPhone(), ...(userName && { userName }) }));
  return made.userId;
}

const database = await openTestDatabase();
const db = database.db;
const moderatorId = await person();
afterAll(() => database.close());

const ask = (userId: string, name: ReviewedField, value: string) =>
  db.transaction((tx) => updateProfile(tx, userId, { fields: [{ name, value }] }));

async function field(userId: string, name: ReviewedField) {
  const found = (await profileForReview(db, userId)).fields.find((one) => one.name === name);
  return z
    .object({ value: z.string(), state: z.string(), comment: z.string().nullable(), confirmedValue: z.string() })
    .parse(found);
}

type Seen = Pick<Decision, 'values' | 'states'>;

const confirm = (userId: string, fields: ReviewedField[], seen: Seen = {}) =>
  db.transaction((tx) => confirmFields(tx, { userId, fields, ...seen, moderatorId }));

const reject = (userId: string, fields: ReviewedField[], comment: string, seen: Seen = {}) =>
  db.transaction((tx) =>
    rejectFields(tx, {
      userId,
      fields,
      ...seen,
      moderatorId,
      comments: Object.fromEntries(fields.map((name) => [name, comment])),
    }),
  );

const caught = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('a decision', () => {
  test('a confirmed value becomes public, a rejected one keeps the page and shows the reason', async () => {
    const userId = await person();
    await ask(userId, 'About', 'Первый');
    await confirm(userId, ['About'], { values: { About: 'Первый' } });
    expect(await field(userId, 'About')).toMatchObject({
      value: 'Первый',
      state: 'Confirmed',
      confirmedValue: 'Первый',
    });
    await ask(userId, 'About', 'Второй');
    await reject(userId, ['About'], ' Слишком длинно ');
    expect(await field(userId, 'About')).toEqual({
      value: 'Второй',
      state: 'Reject',
      comment: 'Слишком длинно',
      confirmedValue: 'Первый',
    });
    await ask(userId, 'About', 'Второй');
    expect(await field(userId, 'About')).toMatchObject({ state: 'Reject' });
    await ask(userId, 'About', 'Третий');
    expect(await field(userId, 'About')).toMatchObject({ value: 'Третий', state: 'Awaiting', comment: null });
  });

  test('a rejected field reset to the confirmed value needs no review', async () => {
    const userId = await person();
    await db.transaction((tx) => publishField(tx, userId, 'WebLink', 'https://old.uz'));
    await ask(userId, 'WebLink', 'https://new.uz');
    await reject(userId, ['WebLink'], 'Нет');
    await ask(userId, 'WebLink', 'https://old.uz');
    expect(await field(userId, 'WebLink')).toMatchObject({
      value: 'https://old.uz',
      state: 'Confirmed',
      comment: null,
    });
  });

  test('about a value that has changed since is refused as a whole', async () => {
    const userId = await person();
    await ask(userId, 'About', 'Новый');
    await ask(userId, 'TgLink', 'https://t.me/one');
    const seen = { values: { About: 'Старый', TgLink: 'https://t.me/one' } };
    expect(fieldChanged.is(await caught(confirm(userId, ['TgLink', 'About'], seen)))).toBe(true);
    expect(fieldChanged.is(await caught(reject(userId, ['TgLink', 'About'], 'Нет', seen)))).toBe(true);
    expect(await field(userId, 'TgLink')).toMatchObject({ state: 'Awaiting', confirmedValue: '' });
  });

  test('can be undone: a confirmed value leaves the page, a rejected one returns to it', async () => {
    const userId = await person();
    await db.transaction((tx) => publishField(tx, userId, 'UserType', '[3]'));
    await reject(userId, ['UserType', 'About'], 'Не стример', { states: { UserType: 'Confirmed' } });
    expect(await field(userId, 'UserType')).toMatchObject({ value: '[3]', state: 'Reject', confirmedValue: '' });
    expect(await field(userId, 'About')).toMatchObject({ state: 'Confirmed' });
    await confirm(userId, ['UserType'], { states: { UserType: 'Reject' } });
    expect(await field(userId, 'UserType')).toMatchObject({ value: '[3]', state: 'Confirmed', confirmedValue: '[3]' });
  });

  test('concurrent with its opposite and the owner ends in one of them', async () => {
    for (let round = 0; round < 10; round += 1) {
      const userId = await person();
      await ask(userId, 'About', 'А');
      const results = await Promise.all([
        caught(confirm(userId, ['About'], { values: { About: 'А' } })),
        caught(reject(userId, ['About'], 'Нет', { values: { About: 'А' } })),
        caught(ask(userId, 'About', 'Б')),
      ]);
      expect(results.every((error) => error === null || fieldChanged.is(error) || fieldAwaiting.is(error))).toBe(true);
      const { value, state, confirmedValue } = await field(userId, 'About');
      if (state === 'Confirmed') expect(confirmedValue).toBe(value);
      expect(['', 'А']).toContain(confirmedValue);
      if (value === 'Б') expect(state).toBe('Awaiting');
    }
  });
});

describe('the list of fields in a state', () => {
  test('has the oldest request first, is searched literally and counts all', async () => {
    const first = await person('queue_one');
    const second = await person('queue_two');
    const third = await person('queuethree');
    await db.transaction((tx) => setNames(tx, second, { surName: 'Ёлкин_100%' }));
    for (const userId of [first, second, third]) await ask(userId, 'TgLink', 'https://t.me/queue');
    await ask(first, 'About', 'Позже');
    await ask(first, 'InsLink', 'https://instagram.com/queue');
    await confirm(first, ['InsLink']);
    const find = (search: string, skip = 0, take = 10) => fieldsByState(db, { state: 'Awaiting', search, skip, take });
    const whole = await find('queue');
    expect(whole.items.map(({ userId }) => userId)).toEqual([first, second, third]);
    expect(whole.items[0]?.fields.map(({ name }) => name)).toEqual(['About', 'TgLink']);
    expect(await find('queue', 1, 1)).toMatchObject({ count: 3, items: [{ userId: second }] });
    expect(await find('queue', 5)).toMatchObject({ count: 3, items: [] });
    expect((await find('queue_')).count).toBe(2);
    expect((await find('елкин_100%')).items.map(({ userId }) => userId)).toEqual([second]);
    expect((await find('_100%')).count).toBe(1);
    expect((await find('елкин%')).count).toBe(0);
    expect((await fieldsByState(db, { state: 'Confirmed', search: 'queue_one', skip: 0, take: 10 })).count).toBe(1);
  });
});

describe('the list of confirmed fields', () => {
  const confirmedOf = async (userName: string) => {
    const { items } = await fieldsByState(db, { state: 'Confirmed', search: userName, skip: 0, take: 10 });
    return items.flatMap(({ fields }) => fields.map(({ name, value }) => [name, value]));
  };

  test('contains a rejected field reset to its published value, but not one reset to nothing', async () => {
    const userId = await person('back_again');
    await ask(userId, 'About', 'Пою');
    await confirm(userId, ['About']);
    await ask(userId, 'About', 'Кричу');
    await ask(userId, 'TgLink', 'https://t.me/loud');
    await reject(userId, ['About', 'TgLink'], 'Нет');
    expect(await confirmedOf('back_again')).toEqual([]);
    await ask(userId, 'About', 'Пою');
    await ask(userId, 'TgLink', '');
    expect(await confirmedOf('back_again')).toEqual([['About', 'Пою']]);
    const { rows } = await db.pool.query('select name, decided_by from profile_field where user_id = $1', [userId]);
    expect(rows).toEqual([{ name: 'About', decided_by: moderatorId }]);
  });

  test('contains a confirmed field whose rejection was undone', async () => {
    const userId = await person('taken_back');
    await db.transaction((tx) => publishField(tx, userId, 'UserType', '[3]'));
    await reject(userId, ['UserType'], 'Не стример', { states: { UserType: 'Confirmed' } });
    await db.transaction((tx) => undoDecisions(tx, { userId, fields: ['UserType'], moderatorId }));
    expect(await field(userId, 'UserType')).toMatchObject({ value: '[3]', state: 'Confirmed', confirmedValue: '[3]' });
    expect(await confirmedOf('taken_back')).toEqual([['UserType', '[3]']]);
  });
});

describe('pictures in use', () => {
  test('are the published and the pending ones', async () => {
    const userId = await person();
    const names = ['onThePage0123456789abc', 'forgotten0123456789abc', 'waiting00123456789abcd'];
    await db.transaction(async (tx) => {
      await publishField(tx, userId, 'Avatar', 'onThePage0123456789abc');
      await confirmFields(tx, { userId, fields: ['Avatar'], moderatorId });
    });
    await db.pool.query(
      `insert into profile_field (user_id, name, value, state) values ($1, 'Banner', 'waiting00123456789abcd', 'Awaiting')`,
      [userId],
    );
    expect([...(await usedImages(db, names))].sort()).toEqual(['onThePage0123456789abc', 'waiting00123456789abcd']);
  });
});
