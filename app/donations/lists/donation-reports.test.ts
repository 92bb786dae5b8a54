import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());

interface Donation {
  readonly paidAt: string;
  readonly amount?: number;
  readonly name?: string | null;
  readonly message?: string | null;
  readonly isAnonymous?: boolean;
  readonly isRefunded?: boolean;
  /** Of a membership. */
  readonly month?: number;
}

/** A creator with these donations, oldest first; amounts in main units. */
async function creatorWith(donations: readonly Donation[]): Promise<SignedIn> {
  const creator = await signIn(app.db, testSecrets.jwt);
  for (const [at, donation] of donations.entries()) {
    const {
      paidAt,
      amount = 10_000,
      name = null,
      message = null,
      isAnonymous = false,
      isRefunded = false,
      month = null,
    } = donation;
    const key = name === null || isAnonymous ? 'anonymous' : `name:${name.toLowerCase()}`;
    await app.db.pool.query(
      `insert into donation (id, project_id, donor_key, name, message, is_anonymous, amount, commission, number, paid_at, refunded_at,
         membership_month)
       values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, $8, $9, case when $10 then now() end, $11)`,
      [creator.projectId, key, name, message, isAnonymous, amount * 100, amount * 5, at + 1, paidAt, isRefunded, month],
    );
  }
  await app.db.pool.query(
    `insert into project_total (project_id, last_number, paid_count, paid_sum) values ($1, $2, 0, 0)`,
    [creator.projectId, donations.length],
  );
  return creator;
}

const statistics = z.object({
  data: z.object({
    from: z.string(),
    to: z.string(),
    total: z.record(z.string(), z.number()),
    days: z.array(z.object({ day: z.string() }).catchall(z.number())),
    hours: z.array(z.record(z.string(), z.number())),
    top: z.array(z.unknown()),
  }),
});

async function statisticsOf({ token }: SignedIn, query: object) {
  return statistics.parse((await app.api('GET Donate/Statistics', { query: { ...query } }, { token })).body).data;
}

describe('statistics', () => {
  it('have days and hours of the week of the requested time zone, new and returning donors', async () => {
    const creator = await creatorWith([
      { paidAt: '2026-01-01T10:00:00Z', name: 'Анна', amount: 5_000 },
      { paidAt: '2026-02-01T20:30:00Z', name: 'анна', amount: 10_000 },
      { paidAt: '2026-02-02T05:00:00Z', name: 'Борис', amount: 20_000 },
      { paidAt: '2026-02-02T05:30:00Z', name: 'Борис', amount: 25_000 },
      { paidAt: '2026-02-02T06:00:00Z', name: 'Вера', amount: 90_000, isRefunded: true },
      { paidAt: '2026-02-02T06:30:00Z', name: 'Тайный', amount: 7_000, isAnonymous: true },
      { paidAt: '2026-02-02T19:00:00Z', name: 'Анна', amount: 1_000 },
    ]);
    const found = await statisticsOf(creator, { From: '2026-02-02', To: '2026-02-02', TimeZone: 'Asia/Tashkent' });
    expect(found.total).toEqual({
      count: 4,
      amount: 62_000,
      average: 15_500,
      newDonors: 1,
      returningDonors: 1,
      monthlyCount: 0,
      monthlyAmount: 0,
    });
    expect(found.days).toEqual([{ day: '2026-02-02', ...found.total }]);
    expect(found.hours).toEqual([
      { weekday: 1, hour: 1, count: 1, amount: 10_000, average: 10_000 },
      { weekday: 1, hour: 10, count: 2, amount: 45_000, average: 22_500 },
      { weekday: 1, hour: 11, count: 1, amount: 7_000, average: 7_000 },
    ]);
    expect(found.top).toEqual([
      { name: 'Борис', amount: 45_000, count: 2, isNew: true },
      { name: 'анна', amount: 10_000, count: 1, isNew: false },
      { name: null, amount: 7_000, count: 1, isNew: false },
    ]);
    expect(await statisticsOf(creator, { From: '2026-02-02', To: '2026-02-02' })).toEqual(found);
    const utc = await statisticsOf(creator, { From: '2026-02-01', To: '2026-02-02', TimeZone: 'UTC' });
    expect(utc.days.map(({ day, count }) => [day, count])).toEqual([
      ['2026-02-01', 1],
      ['2026-02-02', 4],
    ]);
  });

  it.each(['Asia/Tashkent', 'Asia/Kolkata'])(
    'say what of the sums paid months of memberships, without what was refunded, in days of %s',
    async (TimeZone) => {
      const creator = await creatorWith([
        { paidAt: '2026-02-01T09:00:00Z', name: 'Анна', amount: 20_000, month: 1 },
        { paidAt: '2026-02-02T09:00:00Z', name: 'Борис', amount: 30_000, month: 7 },
        { paidAt: '2026-02-02T09:10:00Z', name: 'Борис', amount: 5_000 },
        { paidAt: '2026-02-02T09:20:00Z', name: 'Вера', amount: 90_000, month: 2, isRefunded: true },
      ]);
      const found = await statisticsOf(creator, { From: '2026-02-01', To: '2026-02-02', TimeZone });
      expect(found.total).toMatchObject({ count: 3, amount: 55_000, monthlyCount: 2, monthlyAmount: 50_000 });
      expect(found.days.map(({ amount, monthlyAmount }) => [amount, monthlyAmount])).toEqual([
        [20_000, 20_000],
        [35_000, 30_000],
      ]);
    },
  );

  it('are those of the last 30 days by default, and empty without donations', async () => {
    const found = await statisticsOf(await signIn(app.db, testSecrets.jwt), {});
    expect(Date.parse(found.to) - Date.parse(found.from)).toBe(29 * 86_400_000);
    expect(found).toMatchObject({ total: { count: 0, amount: 0 }, days: [], hours: [], top: [] });
  });

  it.each([
    { TimeZone: 'Nowhere/Land' },
    { TimeZone: "UTC'; select 1" },
    { TimeZone: '+03:00' },
    // Names that V8 knows and PostgreSQL does not, or takes for another zone.
    { TimeZone: 'NET' },
    { TimeZone: 'bst' },
    // PostgreSQL has no year 0.
    { From: '0000-01-01', To: '0000-01-20' },
    { To: '0001-01-01' },
    { From: '2026-02-02', To: '2026-02-01' },
    { From: '2020-01-01', To: '2026-01-01' },
    { From: '2026-02-31' },
  ])('refuse %j', async (query) => {
    const { token } = await signIn(app.db, testSecrets.jwt);
    expect((await app.api('GET Donate/Statistics', { query }, { token })).status).toBe(400);
  });
});

const page = z.object({
  data: z.object({ count: z.number(), items: z.array(z.object({ message: z.string().nullable() })) }),
});

describe('the history', () => {
  const donations: readonly Donation[] = [
    { paidAt: '2026-03-01T10:00:00Z', name: 'Анна', message: 'Скидка 100%_точно' },
    { paidAt: '2026-03-02T10:00:00Z', name: 'Борис', message: 'Скидка 1000 точно' },
    { paidAt: '2026-03-03T10:00:00Z', name: 'Тайный', message: 'Привет, АННА', isAnonymous: true, month: 3 },
    {
      paidAt: '2026-03-04T10:00:00Z',
      name: '=cmd|calc',
      message: 'строка\nвторая, "в кавычках";=cmd',
      isRefunded: true,
    },
  ];

  it.each<[object, (string | null | undefined)[]]>([
    [{ Search: 'анна' }, [donations[2]?.message, donations[0]?.message]],
    [{ Search: '100%_' }, [donations[0]?.message]],
    [{ Search: 'Тайный' }, []],
    [{ Search: '\\' }, []],
    [{ Search: 'anna' }, [donations[2]?.message, donations[0]?.message]],
    [{ Search: 'точно скидка' }, [donations[1]?.message, donations[0]?.message]],
    [{ Search: 'скидка', To: '2026-03-01' }, [donations[0]?.message]],
    [{ Search: 'скидка', Skip: 1 }, [donations[0]?.message]],
  ])('finds %j', async (query, messages) => {
    const { token } = await creatorWith(donations);
    const found = page.parse((await app.api('GET Donate/My', { query: { ...query } }, { token })).body).data;
    expect(found.items.map(({ message }) => message)).toEqual(messages);
    expect(found.count).toBe(messages.length + ('Skip' in query ? 1 : 0));
  });

  it('finds a name in every spelling', async () => {
    const { token } = await creatorWith([
      { paidAt: '2026-03-01T10:00:00Z', name: 'Oʻktam' },
      { paidAt: '2026-03-02T10:00:00Z', name: 'Алёна' },
    ]);
    const count = async (Search: string) =>
      page.parse((await app.api('GET Donate/My', { query: { Search } }, { token })).body).data.count;
    for (const Search of [
      "O'ktam",
      'Oʻktam',
      'Oʼktam',
      'O’ktam',
      'O`ktam',
      'O´ktam',
      'oktam',
      'Ўктам',
      'ўкт',
      'алена',
      'Алёна',
      'al',
    ])
      expect([Search, await count(Search)]).toEqual([Search, 1]);
  });

  it.each([
    ['Ёдгор', ['yodgor', 'Ёдгор', 'едгор', 'YODGOR', 'ёд', 'yo']],
    ['Yodgor', ['Ёдгор', 'ёдгор', 'yodgor', 'ЁД', 'Дониёр yodgor']],
    ['Елена', ['yelena', 'Елена', 'elena', 'ye', 'е']],
    ['Yelena', ['Елена', 'yelena', 'elena']],
    ['Ўктам', ['уктам', 'Ўктам', 'ук', 'oktam']],
    ['Шаҳзод', ['шахзод', 'Шаҳзод', 'shahzod']],
    ['Қорақум', ['коракум', 'Корақум', 'қоракум', 'кор', 'к']],
    ['Ғулом', ['гулом', 'Ғулом', 'ГУЛ', 'гу', "g'ulom", 'Gʻulom']],
    ['Кукча', ['Кўкча', 'Қуқча']],
    ['у.к (г)', ['у.к', '(г)', '(ғ)']],
  ])('finds «%s» by the letters of a keyboard and in either script', async (name, spelled) => {
    const message = 'Doniyor';
    const { token } = await creatorWith([
      { paidAt: '2026-03-01T10:00:00Z', name, message },
      { paidAt: '2026-03-02T10:00:00Z', name: 'Zebo' },
    ]);
    for (const Search of spelled) {
      const { data } = page.parse((await app.api('GET Donate/My', { query: { Search } }, { token })).body);
      expect([Search, data.items.map((one) => one.message)]).toEqual([Search, [message]]);
    }
    for (const Search of ['ухк', 'у+', '.*', 'у|z', '[ук]']) {
      const { data } = page.parse((await app.api('GET Donate/My', { query: { Search } }, { token })).body);
      expect([Search, data.count]).toEqual([Search, 0]);
    }
  });

  it('is exported as a table that a spreadsheet reads without running formulas', async () => {
    const { token } = await creatorWith(donations);
    const answer = await fetch(`${app.url}/api/Donate/Export`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="opora-donations-[\d-]+\.csv"$/);
    expect(answer.headers.get('transfer-encoding')).toBe('chunked');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = new TextDecoder().decode(bytes);
    expect(text.replaceAll(/;"[0-9a-f-]{36}";/g, ';"id";')).toBe(
      [
        '"Дата";"Имя";"Сумма";"Комиссия";"Зачислено";"Состояние";"Сообщение";"Номер доната";"Вид"',
        `"2026-03-04 15:00:00";"'=cmd|calc";"10000";"500";"0";"Возвращён";"строка\nвторая, ""в кавычках"";'=cmd";"id";"Разовый"`,
        '"2026-03-03 15:00:00";"";"10000";"500";"9500";"Зачислен";"Привет, АННА";"id";"Ежемесячный"',
        '"2026-03-02 15:00:00";"Борис";"10000";"500";"9500";"Зачислен";"Скидка 1000 точно";"id";"Разовый"',
        '"2026-03-01 15:00:00";"Анна";"10000";"500";"9500";"Зачислен";"Скидка 100%_точно";"id";"Разовый"',
        '',
      ].join('\r\n'),
    );
  });

  it.each([
    [
      'en',
      '"Date","Name","Amount","Commission","Credited","Status","Message","Donation number","Kind"',
      /,"Refunded",/,
    ],
    [
      'uz',
      '"Sana";"Ism";"Summa";"Komissiya";"Hisobga oʻtgan";"Holati";"Xabar";"Donat raqami";"Turi"',
      /;"Qaytarilgan";/,
    ],
  ])('has the heads and the words of its language: %s', async (Language, heads, refunded) => {
    const { token } = await creatorWith(donations);
    const body = String((await app.api('GET Donate/Export', { query: { Language } }, { token })).body);
    expect(body.replace('\uFEFF', '').split('\r\n')[0]).toBe(heads);
    expect(body).toMatch(refunded);
    expect(body).not.toMatch(/Зачислен|Возвращён|Разовый|Ежемесячный/);
  });

  it('is streamed without losing or repeating a line', async () => {
    const { token, projectId } = await signIn(app.db, testSecrets.jwt);
    await app.db.pool.query(
      `insert into donation (id, project_id, donor_key, name, is_anonymous, amount, commission, number, paid_at)
       select gen_random_uuid(), $1, 'name:d', 'Донор ' || n, false, 500000, 0, n, now() - (3500 - n) * interval '1 minute'
       from generate_series(1, 3500) as n`,
      [projectId],
    );
    await app.db.pool.query('insert into project_total values ($1, 3500, 3500, 1750000000)', [projectId]);
    for (const [query, count] of [
      [{}, 3_500],
      [{ Search: 'Донор 1' }, 1_111],
    ] as const) {
      const { body } = await app.api('GET Donate/Export', { query }, { token });
      const names = String(body)
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(';')[1]);
      expect([names.length, new Set(names).size]).toEqual([count, count]);
    }
  });

  it('is not visible to other users', async () => {
    expect((await app.api('GET Donate/Export')).status).toBe(401);
    expect((await app.api('GET Donate/Statistics')).status).toBe(401);
  });
});
