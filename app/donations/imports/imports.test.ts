import { afterAll, describe, expect, it } from 'vitest';
import { apiPage, historyFiles, uploadHistory } from '#test/support/money/history-files.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo } from '#test/support/tool-fixture.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());

type File = string | Uint8Array<ArrayBuffer>;

const bring = (person: SignedIn, file: File, source = 'DonationAlerts') =>
  uploadHistory(app, person, { call: 'Import', source, file });

const listed = async ({ projectId }: SignedIn, query: object = {}) =>
  dataOf(await app.api('GET ProjectPay/List', { query: { projectId, ...query } }));

const topOf = async ({ projectId }: SignedIn) =>
  (await app.api('GET ProjectPay/Top', { query: { projectId, top: 20 } })).body;

const show = (person: SignedIn, isPublic = true) => app.api('PUT Donate/Imports', { body: { isPublic } }, person);

const tableSizes = async () => {
  const { rows } =
    await app.db.pool.query(`select (select count(*) from donation) as donations, (select count(*) from alert) as alerts,
    (select count(*) from posting) as postings, (select count(*) from donor_total) as donors, (select count(*) from event_log) as events`);
  return rows;
};

describe('an import', () => {
  it('is idempotent, also in parallel, and removable as a whole', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const before = await tableSizes();
    const answers = await Promise.all(Array.from({ length: 4 }, () => bring(person, historyFiles.donationAlerts)));
    expect(answers.map(({ data }) => Object(data).added).sort()).toEqual([0, 0, 0, 3]);
    expect(await bring(person, historyFiles.kofi, 'KoFi')).toMatchObject({
      data: { added: 1, known: 0, faultCount: 1 },
    });
    const { imports, count } = dataOf(await app.api('GET Donate/Imports', {}, person));
    expect([count, imports]).toMatchObject([4, [{ source: 'KoFi', count: 1, fileName: 'export.csv' }, { count: 3 }]]);
    expect(await tableSizes()).toEqual(before);
    const [, { id } = { id: '' }] = Object.assign([{ id: '' }], imports);
    const other = await signIn(app.db, testSecrets.jwt);
    const remove = (by: SignedIn) => app.api('DELETE Donate/Import', { query: { id } }, by);
    expect([(await remove(other)).status, (await remove(person)).status, (await remove(person)).status]).toEqual([
      404, 200, 404,
    ]);
    expect(dataOf(await app.api('GET Donate/Imported', {}, person))).toMatchObject({
      count: 1,
      items: [{ name: 'Jane' }],
    });
    const { rows } = await app.db.pool.query('select * from imported_donor where project_id = $1', [person.projectId]);
    expect(rows).toEqual([]);
    expect(await bring(person, historyFiles.donationAlerts)).toMatchObject({ data: { added: 3 } });
  });

  it('takes equal lines without a number for different donations, and equal numbers for one', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const twice = 'username,amount,currency,created_at\nА,5,RUB,2024-05-06\nА,5,RUB,2024-05-06';
    expect(await bring(person, twice)).toMatchObject({ data: { added: 2 } });
    expect(await bring(person, twice)).toMatchObject({ data: { added: 0, known: 2 } });
    const numbered = 'id,username,amount,currency,created_at\n7,А,5,RUB,2024-05-06\n7,А,5,RUB,2024-05-06';
    expect(await bring(person, numbered)).toMatchObject({ data: { added: 1 } });
    const page = apiPage([{ id: 7, username: 'А', amount: 5, currency: 'RUB', created_at: '2024-05-06 00:00:00' }]);
    expect(await bring(person, page)).toMatchObject({ data: { added: 0, known: 1 } });
  });

  it('belongs to its creator alone', async () => {
    const one = await signIn(app.db, testSecrets.jwt);
    const two = await signIn(app.db, testSecrets.jwt);
    for (const person of [one, two])
      expect(await bring(person, historyFiles.kofi, 'KoFi')).toMatchObject({ data: { added: 1 } });
    const form = { call: 'Import', source: 'KoFi', file: historyFiles.kofi } as const;
    expect((await uploadHistory(app, { token: 'x' }, form)).status).toBe(401);
  });
});

describe('the public page', () => {
  it('shows the history behind the donations, marked and masked, only if the creator wants it', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    await bring(person, historyFiles.donationAlerts);
    await bring(person, historyFiles.kofi, 'KoFi');
    const payId = await givePaidTo(app, person, { name: 'Борис', message: null });
    expect(await listed(person)).toMatchObject({ totalCount: 1, payments: [{ id: payId }] });
    expect(await topOf(person)).toMatchObject({ data: [{ name: 'Борис', amount: 10_000 }] });
    expect((await show(person)).status).toBe(200);
    const { totalCount, payments } = await listed(person);
    expect(totalCount).toBe(5);
    expect(payments).toMatchObject([
      { id: payId, amount: 10_000 },
      {
        name: 'Борис',
        source: 'DonationAlerts',
        currency: null,
        amount: 20_000,
        createdAt: '2024-05-08T07:08:09.000Z',
      },
      { name: null, amount: 10_000 },
      { name: 'Анна', message: 'Привет, ****!', amount: 500, currency: 'RUB' },
      { name: 'Jane', message: null, source: 'KoFi', currency: 'USD' },
    ]);
    expect(await listed(person, { Skip: 2, Take: 2 })).toMatchObject({ payments: [{ name: null }, { name: 'Анна' }] });
    expect(await listed(person, { Skip: 9 })).toMatchObject({ totalCount: 5, payments: [] });
    expect(await topOf(person)).toEqual({
      success: true,
      data: [
        { place: 1, name: 'Борис', amount: 30_000, count: 2, imported: 20_000 },
        { place: 2, name: null, amount: 10_000, count: 1, imported: 10_000 },
      ],
    });
    expect(dataOf(await app.api('GET Donate/My', {}, person))).toMatchObject({ count: 1 });
    expect(dataOf(await app.api('GET Donate/Statistics', {}, person))).toMatchObject({
      total: { count: 1, amount: 10_000 },
    });
    await show(person, false);
    expect(await listed(person)).toMatchObject({ totalCount: 1, payments: [{ id: payId }] });
  });

  it('finds the largest donors whichever list they are in, also beyond its first ones', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const insert = (table: string, key: string, from: number) =>
      app.db.pool.query(
        `insert into ${table} (project_id, donor_key, name, amount, count)
         select $1, 'name:' || $2 || n, $2 || n, 100000 + n * 100, 1 from generate_series($3::int, $3::int + 299) n`,
        [person.projectId, key, from],
      );
    await insert('donor_total', 'a', 1);
    await insert('imported_donor', 'b', 1);
    for (const table of ['donor_total', 'imported_donor'])
      await app.db.pool.query(
        `insert into ${table} (project_id, donor_key, name, amount, count) values ($1, 'name:both', 'both', 80000, 1)`,
        [person.projectId],
      );
    await app.db.pool.query('insert into imported_total (project_id, count, is_public) values ($1, 301, true)', [
      person.projectId,
    ]);
    const { data } = Object.assign({ data: [] }, await topOf(person));
    expect(data.slice(0, 3)).toMatchObject([
      { name: 'both', amount: 1_600, count: 2, imported: 800 },
      { name: 'a300' },
      { name: 'b300', imported: 1_300 },
    ]);
  });
});
