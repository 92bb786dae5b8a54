import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { isSpeakingUserName } from '#app/creators/speaking-names.ts';
import { profileClient } from '#test/support/profile-client.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { startApp } from '#test/support/start-app.ts';

const app = await startApp();
afterAll(() => app.close());

const { newcomer, profileOf, update, setField, fieldOf, publicUser } = profileClient(() => app);

const refused = (code: string, ...fields: string[]) => ({
  body: { error: { code, fields: Object.fromEntries(fields.map((name) => [name, expect.any(String)])) } },
});

describe('names', () => {
  test('are public at once, and hidden by the server if their owner wants it', async () => {
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

  test('are known to their own session, hidden or not', async () => {
    const who = await newcomer();
    const seen = async () => (await app.api('POST Identity/GetUser', {}, { token: who.token })).body;
    expect(await seen()).not.toHaveProperty('data.name');
    await update(who, { givenName: 'Дарья', surName: 'Ким', fields: [{ name: 'HideFullName', value: 'true' }] });
    expect(await seen()).toMatchObject({ data: { name: 'Дарья Ким' } });
  });

  test.each([
    ['an emoji of several joined', 'Семья 👨‍👩‍👧'],
    ['an emoji with a tone and a sign', '👩🏽‍🎤 Мадина'],
    ['a Persian name with a non-joiner', 'می\u200cخواهم'],
    ['a joiner within a word of an Indian script', 'ක්\u200dෂ'],
    ['a word that only begins like a title', 'Адмира Модестова'],
    ['the beginning of a title alone', 'Климент Опоров'],
    ['the name of a payment system within a word', 'Кликун'],
    ['a work that is no work of the site', 'Оператор Маша'],
    ['initials', 'А. Б. В.'],
    ['a bird that is also a card', 'Humo'],
    ['a flag made of tags', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ])('may contain %s', async (_, givenName) => {
    const who = await newcomer();
    expect(await update(who, { givenName })).toMatchObject({ status: 200, body: { data: { givenName } } });
    expect(await publicUser(who)).toMatchObject({ givenName });
  });

  test.each([
    ['a'.repeat(61)],
    ['a\nb'],
    ['\u202egpj'],
    ['<b>'],
    ['\u2066Али\u2069'],
    ['А\u200fли'],
    ['А\u200bли'],
    ['А\u00adли'],
    ['А\u2060ли'],
    ['\ufeffАли'],
    // A joiner that joins nothing is invisible and creates a look-alike name.
    ['Ал\u200dи'],
    ['Ali\u200c'],
    ['\u200d'],
    ['Али\u{e0061}'],
    ['\u3164'],
    ['\u2800'],
    ['\uffa0'],
    ['\ufe0f'],
    ['А\u034fли'],
    ['Дилноза ✓'],
    ['✅'],
    ['Дилноза ☑'],
    ['Администратор Opora'],
    ['Модератор'],
    ['Mодeратop'],
    ['\u3164Admin'],
    ['Support'],
    ['Оп0ра'],
    ['Adm1n'],
    ['ADMlN'],
    ['Адм1н'],
    ['Αdmin'],
    ['Οpora'],
    ['А.д.м.и.н'],
    ['A d m i n'],
    ['superadmin'],
    ['Модерация'],
    ['Moderatsiya'],
    ['Ma’muriyat'],
    ['Маъмурият'],
    ['Служба поддержки'],
    ['Поддержки'],
    ['Команда сайта'],
    ['Payme'],
    ['Рауме Support'],
    ['Click'],
    ['click.uz'],
    ['Verified'],
    ['\u{13441}'],
    ['\u{16fe4}'],
    ['\u0301'],
  ])('%j is refused', async (givenName) => {
    expect(await update(await newcomer(), { givenName })).toMatchObject({
      status: 400,
      ...refused('ValidationFailed', 'givenName'),
    });
  });
});

describe('the name that the site has', () => {
  const name = (siteName: string) => app.db.pool.query('update site_settings set name = $1', [siteName]);
  afterEach(() => name(''));

  test('is no name of a person, nor of a donor, nor a user name', async () => {
    const who = await newcomer();
    const give = (donor: string) =>
      app.api('POST ProjectPay/Create', { body: { projectId: who.projectId, amount: 10_000, name: donor } });
    expect(await update(who, { givenName: 'Чойхона' })).toMatchObject({ status: 200 });
    expect(await update(who, { userName: 'choyxona' })).toMatchObject({ status: 200 });
    await name('Чойхона');
    for (const givenName of ['Чойхона команда', 'ЧОЙХОНА', 'Чoйxoнa'])
      expect(await update(who, { givenName })).toMatchObject({
        status: 400,
        ...refused('ValidationFailed', 'givenName'),
      });
    expect(await give('Чойхона')).toMatchObject({ status: 400, ...refused('ValidationFailed', 'name') });
    for (const userName of ['choyxona_team', 'choihona.uz', 'choyxonauz', 'team_choyxona', 'choyxonapay'])
      expect(await update(who, { userName })).toMatchObject({ status: 409, ...refused('UserNameTaken', 'userName') });
    expect(await update(who, { givenName: 'Чойхоначи', userName: 'choyxonachi' })).toMatchObject({ status: 200 });
    await name('');
    expect(await update(who, { givenName: 'Чойхона команда', userName: 'choyxona_team' })).toMatchObject({
      status: 200,
    });
  });

  test('stays with whoever had it before, and with others whose name it is, too', async () => {
    const [early, other] = await Promise.all([newcomer(), newcomer()]);
    expect(await update(early, { givenName: 'Малика', surName: 'Тирек' })).toMatchObject({ status: 200 });
    await name('Малика');
    expect(await update(early, { patronymic: 'Каримовна' })).toMatchObject({ status: 200 });
    expect(await update(other, { givenName: 'Малика Каримова', userName: 'malika.karimova' })).toMatchObject({
      status: 200,
    });
    expect(await update(other, { givenName: 'Малика' })).toMatchObject({ status: 400 });
  });

  test('is known by its sound in Kazakh and Uzbek letters', () => {
    expect(['tirek', 'trek.video'].map((one) => isSpeakingUserName(one, 'Тірек'))).toEqual([true, false]);
    expect(['yoshlar', 'yoshlar_team'].map((one) => isSpeakingUserName(one, 'Ёшлар'))).toEqual([true, true]);
    expect(['tsirk', 'sirk'].map((one) => isSpeakingUserName(one, 'Цирк'))).toEqual([true, false]);
  });

  test('is not put together from several names', async () => {
    const who = await newcomer();
    expect(await update(who, { givenName: 'Служба', surName: 'поддержки сайта' })).toMatchObject({
      status: 400,
      ...refused('ValidationFailed', 'givenName', 'surName'),
    });
    expect(await update(who, { givenName: 'Служба' })).toMatchObject({ status: 200 });
    expect(await update(who, { patronymic: 'сайта' })).toMatchObject({
      status: 400,
      ...refused('ValidationFailed', 'patronymic'),
    });
    expect(await update(who, { patronymic: 'Каримовна' })).toMatchObject({ status: 200 });
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

  test('is taken in any case, like reserved words; the own one stays free', async () => {
    const first = await newcomer({ userName: 'rustam' });
    const second = await newcomer();
    for (const userName of ['rustam', 'RusTam', 'Basket', 'Market']) {
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

  test('goes to one of twenty simultaneous claims, and nothing else of the others changes', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => newcomer()));
    const answers = await Promise.all(people.map((who) => update(who, { userName: 'wanted', givenName: 'Я' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    const names = await Promise.all(people.map(async (who) => (await profileOf(who)).givenName));
    expect(names.filter((name) => name === 'Я')).toHaveLength(1);
  });
});
