import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { profileClient } from '#test/profile-client.ts';
import type { SignedIn } from '#test/sign-in.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const { newcomer, profileOf, update, setField, fieldOf, publicUser } = profileClient(() => app);

const refused = (code: string, ...fields: string[]) => ({
  body: { error: { code, fields: Object.fromEntries(fields.map((name) => [name, expect.any(String)])) } },
});

describe('names', () => {
  test('are public at once, and hidden by the server where their owner wishes', async () => {
    const who = await newcomer();
    const names = { givenName: ' Дильноза ', surName: 'Каримова', patronymic: 'Рустамовна' };
    expect(await update(who, names)).toMatchObject({ status: 200, body: { data: { givenName: 'Дильноза' } } });
    expect(await publicUser(who)).toMatchObject({ givenName: 'Дильноза', surName: 'Каримова' });
    expect((await setField(who, 'HideFullName', 'true')).status).toBe(200);
    expect(await publicUser(who)).toMatchObject({ hideFullName: true, givenName: null, surName: null });
    expect(await profileOf(who)).toMatchObject({ givenName: 'Дильноза', surName: 'Каримова' });
    expect(await fieldOf(who, 'HideFullName')).toMatchObject({ value: 'true', state: 'Confirmed' });
    expect((await update(who, { patronymic: null })).status).toBe(200);
    expect(await profileOf(who)).toMatchObject({ patronymic: null, surName: 'Каримова' });
  });

  test.each(['a'.repeat(61), 'a\nb', '\u202egpj', '<b>'])('%j is no name', async (givenName) => {
    expect(await update(await newcomer(), { givenName })).toMatchObject({
      status: 400,
      ...refused('ValidationFailed', 'givenName'),
    });
  });
});

describe('the user name', () => {
  test.each(['ab', '1abc', '_abc', 'a'.repeat(31), 'имя', 'a b', 'a-b', 'FreeName'])(
    '%j is refused',
    async (userName) => {
      const who = await newcomer();
      expect(await update(who, { userName })).toMatchObject({
        status: 400,
        ...refused('ValidationFailed', 'userName'),
      });
      const { body } = await app.api(
        'GET PersonalAccount/CheckUserName',
        { query: { userName } },
        { token: who.token },
      );
      expect(body).toMatchObject({ data: { isFree: false } });
    },
  );

  test('in capitals is refused for the capitals', async () => {
    expect(await update(await newcomer(), { userName: 'DILNOZA2' })).toMatchObject({
      status: 400,
      body: { error: { fields: { userName: 'Только строчные латинские буквы, цифры, точка и подчёркивание' } } },
    });
  });

  test('is taken whatever its case, reserved words too; the own one stays free', async () => {
    const [first, second] = [await newcomer({ userName: 'rustam' }), await newcomer()];
    for (const userName of ['rustam', 'RusTam', 'admin', 'Market']) {
      expect(await update(second, { userName })).toMatchObject({
        status: 409,
        ...refused('UserNameTaken', 'userName'),
      });
    }
    const isFree = async ({ token }: SignedIn, userName: string) =>
      (await app.api('GET PersonalAccount/CheckUserName', { query: { userName } }, { token })).body;
    expect(await isFree(first, 'rustam')).toMatchObject({ data: { isFree: true } });
    expect(await isFree(second, 'rustam')).toMatchObject({ data: { isFree: false } });
    expect((await update(first, { userName: 'rustam.b' })).status).toBe(200);
    expect((await update(second, { userName: 'rustam' })).status).toBe(200);
    expect(await publicUser(second)).toMatchObject({ userName: 'rustam' });
  });

  test('goes to one of twenty who claim it at once, and nothing else of the others changes', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => newcomer()));
    const answers = await Promise.all(people.map((who) => update(who, { userName: 'wanted', givenName: 'Я' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    const names = await Promise.all(people.map(async (who) => (await profileOf(who)).givenName));
    expect(names.filter((name) => name === 'Я')).toHaveLength(1);
  });
});
