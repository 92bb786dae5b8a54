import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { apiPage, historyFiles, uploadHistory } from '#test/support/money/history-files.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, testSecrets } from '#test/support/start-app.ts';
import { readHistory } from './read-history.server.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());

type File = string | Uint8Array<ArrayBuffer>;

const bring = (person: SignedIn, file: File, source = 'DonationAlerts') =>
  uploadHistory(app, person, { call: 'Import', source, file });

const look = (person: SignedIn, file: File, source = 'DonationAlerts', more: { currency?: string } = {}) =>
  uploadHistory(app, person, { call: 'PreviewImport', source, file, ...more });

describe('the preview of a file', () => {
  it('reads a line whose end lies on both sides of a border between pieces', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const lineOf = (at: number, name = 'Анна') => `"${at}","${name}","5","RUB","2024-05-06 07:08:09"\r\n`;
    let file = '"id","username","amount","currency","created_at"\r\n';
    while (Buffer.byteLength(file) < 16_000) file += lineOf(file.length);
    const rest = 16 * 1_024 + 1 - Buffer.byteLength(file) - Buffer.byteLength(lineOf(file.length, ''));
    file += lineOf(file.length, 'a'.repeat(rest)) + lineOf(file.length + 1);
    expect(
      Buffer.from(file)
        .subarray(16 * 1_024 - 1, 16 * 1_024 + 1)
        .toString(),
    ).toBe('\r\n');
    expect((await look(person, file)).data).toMatchObject({ faultCount: 0, faults: [] });
  });

  it('says what would be added and what is not understood, and stores nothing', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const file = `${historyFiles.donationAlerts}\r\n104;Вор;;=1+1;RUB;2024-05-08 07:08:09\r\n105;Гость;;5;RUB;вчера\r\n106;Дед;;5;рубли;2024-05-08`;
    expect(await look(person, file)).toMatchObject({
      status: 200,
      data: {
        count: 3,
        known: 0,
        sums: [
          { currency: null, count: 2, amount: 30_000 },
          { currency: 'RUB', count: 1, amount: 500 },
        ],
        first: [
          { name: 'Анна', message: 'Привет, сука!', amount: 500, currency: 'RUB' },
          { name: null },
          { name: 'Борис' },
        ],
        faultCount: 3,
        faults: [
          { line: 6, reason: 'Amount' },
          { line: 7, reason: 'Moment' },
          { line: 8, reason: 'Currency' },
        ],
      },
    });
    expect(dataOf(await app.api('GET Donate/Imports', {}, person))).toEqual({ isPublic: false, count: 0, imports: [] });
  });

  it('reads the exports of Boosty and Ko-fi', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    expect((await look(person, historyFiles.boosty, 'Boosty', { currency: 'eur' })).data).toMatchObject({
      first: [{ name: 'Вера', message: null, amount: 1_500, currency: 'EUR', givenAt: '2023-01-02T00:00:00.000Z' }],
      faults: [{ line: 3, reason: 'Income' }],
    });
    expect((await look(person, historyFiles.kofi, 'KoFi')).data).toMatchObject({
      first: [
        { name: 'Jane', message: 'Thanks, "friend"', amount: 5, currency: 'USD', givenAt: '2024-05-06T07:08:00.000Z' },
      ],
      faults: [{ line: 3, reason: 'Income' }],
    });
  });

  it('reads the pages of the DonationAlerts API: one, several, an array', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const donation = (id: number) => {
      const rest = { name: 'Donations', message_type: 'text', is_shown: 1, shown_at: null };
      return {
        id,
        username: 'Ivan',
        message: 'Hello!',
        amount: 19.99,
        currency: 'RUB',
        created_at: '2019-09-29 09:00:00',
        ...rest,
      };
    };
    const one = apiPage([donation(1), donation(2)]);
    const two = apiPage([donation(3), { id: 4 }, 'text']);
    for (const [file, count, faultCount] of [
      [one, 2, 0],
      [`${one}\n${two}`, 3, 2],
      [`[${one}, ${two}]`, 3, 2],
    ] as const) {
      expect((await look(person, file)).data, file).toMatchObject({ count, faultCount });
    }
  });

  it('reads what spreadsheets write: the Windows code page, UTF-16, a byte order mark', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const head = 'id;username;message;amount;currency;created_at\r\n1;';
    const tail = ';;500;RUB;2024-05-06 07:08:09';
    const windows = Buffer.concat([Buffer.from(head), Buffer.from([0xc0, 0xed, 0xed, 0xe0]), Buffer.from(tail)]);
    const utf16 = Buffer.from(`\ufeff${head}Анна${tail}`, 'utf16le');
    for (const file of [windows, utf16, `\ufeff${head}Анна${tail}`])
      expect((await look(person, typeof file === 'string' ? file : new Uint8Array(file))).data).toMatchObject({
        first: [{ name: 'Анна' }],
      });
  });
});

describe('a hostile file', () => {
  it('with a number of half a sign is read', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const donation = { username: 'А', amount: 5, currency: 'RUB', created_at: '2024-05-06' };
    const file = apiPage(['\ud800', 'a\udc00', '7'].map((id) => ({ id, ...donation })));
    expect(await bring(person, file)).toMatchObject({ status: 200, data: { added: 3 } });
    expect(await bring(person, file)).toMatchObject({ status: 200, data: { added: 0, known: 3 } });
  });

  it.each<[what: string, file: string, source?: string]>([
    ['nothing', ''],
    ['other columns', 'a,b,c\n1,2,3'],
    ['a line of 9 MB', `id,username,amount,created_at\n1,${'a'.repeat(9_000_000)},5,2024-05-06`],
    ['a quote without an end', `id,username,amount,created_at\n1,"${'a\n'.repeat(100_000)}`],
    ['half a document', '{"data": [{"id": 1'],
    ['brackets alone', '['.repeat(9_000_000)],
    ['deep brackets', `{"x":${'['.repeat(20_000)}${'1,'.repeat(20_000)}1${']'.repeat(20_000)}}`],
    ['a donation of deep brackets', `{"data":[{"id":${'{"a":'.repeat(500_000)}1${'}'.repeat(500_000)}}]}`],
    ['an id of 9 MB', apiPage([{ id: 'a'.repeat(9_000_000), amount: 5, created_at: '2024-05-06' }])],
    ['too many lines', `id,username,amount,created_at\n${'1,a,5,2024-05-06\n'.repeat(50_001)}`],
  ])('of %s is 400 and says so', async (_, file, source = 'DonationAlerts') => {
    const person = await signIn(app.db, testSecrets.jwt);
    const { status, error } = await bring(person, file, source);
    expect([status, error]).toMatchObject([
      400,
      { code: 'ValidationFailed', fields: { file: expect.stringMatching(/[а-я]/) } },
    ]);
  });

  it('is stored as plain text, without zero bytes and direction marks', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const file = `id,username,message,amount,currency,created_at\n1,=cmd|'\u202e,<b>\u0000x</b>,5,RUB,2024-05-06\n2,${'я'.repeat(90)},,6,RUB,2024-05-05`;
    expect(await bring(person, file)).toMatchObject({ status: 200, data: { added: 2 } });
    const { items } = dataOf(await app.api('GET Donate/Imported', {}, person));
    expect(items).toMatchObject([{ name: "=cmd|'", message: '<b>x</b>' }, { name: 'я'.repeat(60) }]);
  });

  it('of 10,000 lines is read in short steps', async () => {
    const lines = Array.from(
      { length: 10_000 },
      (_, at) => `${at},Донор ${at % 7_000},Сообщение ${at},${at + 1},UZS,2024-05-06`,
    );
    const bytes = Buffer.from(`id,username,message,amount,currency,created_at\n${lines.join('\n')}`);
    const pages = Buffer.from(
      apiPage(lines.map((_, id) => ({ id, username: 'Ivan', amount: 5, currency: 'RUB', created_at: '2024-05-06' }))),
    );
    let isOver = false;
    let turns = 0;
    const count = async () => {
      for (; !isOver; turns += 1) await turn();
    };
    const counting = count();
    const file = {
      projectId: crypto.randomUUID(),
      source: 'DonationAlerts',
      currency: 'RUB',
      homeCurrency: 'UZS',
    } as const;
    for (const one of [bytes, pages]) expect((await readHistory({ ...file, bytes: one })).lines).toHaveLength(10_000);
    isOver = true;
    await counting;
    // Pieces of 16 KB are parsed, then 100 lines are understood, in a few milliseconds each.
    expect(turns).toBeGreaterThan((bytes.length + pages.length) / 16_384 + 2 * 95);
  }, 60_000);
});
