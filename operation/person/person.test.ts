import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { storeCode } from '#app/identity/codes/sms-codes-store.server.ts';
import { reconcile } from '#app/payments/books/reconcile.server.ts';
import { openDatabase } from '#base/db/db.server.ts';
import { deletedTitle, makeFullHistory, traces } from '#test/support/full-history.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { openReceiver } from '#test/support/tool-fixture.ts';
import { findTexts } from './all-texts.ts';
import { deletePerson } from './delete-person.ts';
import { exportPerson } from './export-person.ts';
import { tablesOfPeople, tablesWithoutPeople } from './tables-of-people.ts';

const shop = await openShop();
const receiver = await openReceiver();
const life = await makeFullHistory(shop, receiver);
const folder = await mkdtemp(join(tmpdir(), 'opora-person-'));
afterAll(async () => {
  await receiver.close();
  await shop.app.close();
  await rm(folder, { recursive: true, force: true });
});

const written = z.object({
  tables: z.record(
    z.string(),
    z.object({ rows: z.array(z.record(z.string(), z.unknown())), leftOut: z.record(z.string(), z.string()) }),
  ),
});

const sums = async () => {
  const { rows } = await shop.app.db.pool.query(`
    select (select jsonb_agg(a.balance order by a.id) from account_balance a) as balances,
      (select sum(amount) from donation where number is not null) as donations,
      (select jsonb_agg(row (project_id, amount, count) order by project_id, donor_key) from donor_total) as tops,
      (select jsonb_agg(row (project_id, paid_count, paid_sum) order by project_id) from project_total) as totals,
      (select sum(total) from shop_order) as orders, (select sum(amount) from payout) as payouts,
      (select count(*) from entry) as entries`);
  return rows[0];
};

const statusOf = async (name: string, query: object, token?: string) =>
  (await shop.app.request(name, { query: { ...query } }, token === undefined ? {} : { token })).status;

/** Resolves when a statement that contains the pattern waits for a lock. */
const waits = (pattern: string) =>
  until(async () => {
    const waiting = await shop.app.db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ $1`,
      [pattern],
    );
    return waiting.rows.length > 0;
  });

describe('what is held of a person', () => {
  it('is known for every table of the database', async () => {
    const { rows } = await shop.app.db.pool.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    );
    const known = new Set([...Object.keys(tablesOfPeople), ...Object.keys(tablesWithoutPeople)]);
    const unknown = rows.map(({ name }) => name).filter((name) => !known.has(name));
    expect(unknown, 'declare in operation/person what a new table holds of people').toEqual([]);
  });

  it('is exported whole, and without secrets', async () => {
    const { phone } = life.person;
    const exported = await exportPerson(shop.app.db, life.files, { phoneOrId: `+${phone}`, folder });
    expect(exported).toMatchObject({ pictures: 2, audio: 1, sounds: 0 });
    const files = [`${life.picture}.webp`, `${life.postPicture}.webp`, `${life.audio}.mp3`, 'person.json'];
    expect((await readdir(folder)).sort()).toEqual(files.sort());
    const text = await readFile(join(folder, 'person.json'), 'utf8');
    for (const trace of traces(life.person)) expect(text).toContain(trace);
    for (const secret of life.secrets) expect(text).not.toContain(secret);
    const { tables } = written.parse(JSON.parse(text));
    for (const [name, { rows, leftOut }] of Object.entries(tables)) {
      for (const row of rows)
        expect(
          Object.keys(row).filter((column) => column in leftOut),
          name,
        ).toEqual([]);
    }
    expect(Object.keys(tables)).toEqual(Object.keys(tablesOfPeople));
    expect(text).toContain(life.strangerMessage);
    expect(text).not.toContain(life.stranger.phone);
  });

  it('is found by the search that is to find nothing afterwards', async () => {
    const found = await findTexts(shop.app.db, [...traces(life.person), deletedTitle]);
    expect([...found].filter(([, tables]) => tables.length === 0)).toEqual([]);
  });

  it('is not found by a sign of which search columns keep nothing, and which stands nowhere', async () => {
    expect(await findTexts(shop.app.db, ['ʻʼʻ'])).toEqual(new Map([['ʻʼʻ', []]]));
  });
});

/** Begins a deletion, which waits for a call of the person until `goOn`. */
async function beginDeletion({ userId }: SignedIn, db = shop.app.db) {
  const holder = await shop.app.db.pool.connect();
  await holder.query('begin');
  await holder.query('select from session where person_id = $1 for key share', [userId]);
  const forgetting = deletePerson(db, life.files, userId).catch((error: unknown) => error);
  await waits('session where id');
  const goOn = async () => {
    await holder.query('commit');
    holder.release();
  };
  return { forgetting, goOn };
}

describe('a person who wants to be forgotten', () => {
  it('is refused with a list of what is still open, and nothing changes', async () => {
    const admin = await shop.person('admin');
    const before = await sums();
    const forget = (phoneOrId: string) => deletePerson(shop.app.db, life.files, phoneOrId);
    await expect(forget(admin.userId)).rejects.toThrow('one of the staff');
    await expect(forget('998000000000')).rejects.toThrow('there is nobody');
    const { rows } = await shop.app.db.pool.query(
      'update shop_order set status = 4 where id = $1 returning (select number from shop_order where id = $1) as number',
      [life.orderId],
    );
    expect(rows).toHaveLength(1);
    await expect(forget(life.person.phone)).rejects.toThrow('not handed over');
    await shop.app.db.pool.query('update shop_order set status = 6 where id = $1', [life.orderId]);
    await expect(forget(life.stranger.userId)).rejects.toThrow('money on an account');
    expect(await sums()).toEqual(before);
    expect(await statusOf('GET User/Get', { userId: life.person.userId })).toBe(200);
  });

  it('is refused while money for this person may still come, and gets none once deleted', async () => {
    const creator = await shop.person();
    const buyer = await shop.person();
    const forget = () => deletePerson(shop.app.db, life.files, creator.userId);
    const donation = { projectId: creator.projectId, amount: 20_000 };
    const productId = await shop.product({ stock: null });
    const order = await shop.placed(buyer, [{ productId }], { donation });
    await expect(forget()).rejects.toThrow(/unpaid order contains a donation[\s\S]*may still be paid/);
    const { orderId } = order;
    expect((await shop.app.api('POST Order/Cancel', { query: { orderId } }, { token: buyer.token })).status).toBe(200);
    const { rows } = await shop.app.db.pool.query<{ id: string }>(
      `update payment set status = 'Expired', next_check_at = now() + interval '1 hour' where reference = $1 returning id`,
      [orderId],
    );
    await expect(forget()).rejects.toThrow('may still be paid');
    await shop.app.db.pool.query('update payment set next_check_at = null where id = $1', [rows[0]?.id]);

    const { payments } = shop.app.opora.areas;
    const open = payments.openPayment.bind(payments);
    const slowly = vi.spyOn(payments, 'openPayment').mockImplementation(async (...asked) => {
      const write = await open(...asked);
      await forget();
      return write;
    });
    const given = await shop.app.api('POST ProjectPay/Create', { body: donation });
    slowly.mockRestore();
    expect(given).toMatchObject({ status: 409, body: { error: { code: 'CreatorUnavailable' } } });
    const left = await shop.app.db.pool.query('select from donation where project_id = $1 and id <> $2', [
      creator.projectId,
      (await shop.app.db.pool.query('select donation_id from shop_order where id = $1', [orderId])).rows[0].donation_id,
    ]);
    expect(left.rowCount).toBe(0);
  });

  describe('and whose deletion is refused late', () => {
    const stateOf = async ({ userId }: SignedIn) =>
      (await shop.app.db.pool.query('select blocked_reason as reason from person where id = $1', [userId])).rows[0];

    /** Begins a deletion and runs `meanwhile` while it waits for a call of the person; returns why it failed. */
    async function refusedAfter(person: SignedIn, meanwhile: () => Promise<unknown>, db = shop.app.db) {
      const { forgetting, goOn } = await beginDeletion(person, db);
      await meanwhile();
      await goOn();
      return String(await forgetting);
    }

    const makeStaff = ({ userId }: SignedIn) =>
      shop.app.db.pool.query(`update person set role = 'moderator' where id = $1`, [userId]);

    it('may log in again', async () => {
      const person = await shop.person();
      expect(await refusedAfter(person, () => makeStaff(person))).toContain('one of the staff');
      expect(await stateOf(person)).toEqual({ reason: null });
    });

    it('stays blocked by a moderator, before and meanwhile', async () => {
      const before = await shop.person();
      const meanwhile = await shop.person();
      const block = async ({ userId }: SignedIn) => {
        const query = { userId, reason: 'Мошенничество' };
        const answer = await shop.app.api('PUT Moderator/BlockUser', { query }, { token: shop.staff.token });
        expect(answer.status).toBe(200);
      };
      await block(before);
      await refusedAfter(before, () => makeStaff(before));
      await refusedAfter(meanwhile, async () => {
        await block(meanwhile);
        await makeStaff(meanwhile);
      });
      for (const person of [before, meanwhile]) expect(await stateOf(person)).toEqual({ reason: 'Мошенничество' });
    });

    it('may log in again if the calls could not be waited for', async () => {
      const person = await shop.person();
      const cancel = `select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ~ 'session where id'`;
      expect(await refusedAfter(person, () => shop.app.db.pool.query(cancel))).toContain('canceling statement');
      expect(await stateOf(person)).toEqual({ reason: null });
    });

    it('is named with both reasons if the block could not be taken back', async () => {
      const person = await shop.person();
      const db = openDatabase({ url: life.databaseUrl, max: 2 });
      const failed = await refusedAfter(
        person,
        async () => {
          await makeStaff(person);
          const inTransaction = db.transaction.bind(db);
          vi.spyOn(db, 'transaction')
            .mockImplementationOnce(inTransaction)
            .mockRejectedValueOnce(new Error('the database is away'));
        },
        db,
      );
      await db.close();
      expect(failed).toContain('one of the staff');
      expect(failed).toMatch(/stays blocked.*the database is away/);
    });
  });

  it('is locked before the codes of the second factor, as by a login and by a new password', async () => {
    const person = await shop.person();
    const code = {
      id: randomUUID(),
      phone: person.phone,
      purpose: 'admin',
      network: '10.1.1.1',
      hash: Buffer.of(1),
      remember: false,
    } as const;
    await shop.app.db.transaction((tx) => storeCode(tx, code));
    const { forgetting, goOn } = await beginDeletion(person);
    const login = await shop.app.db.pool.connect();
    await login.query('begin');
    await login.query('select from person where id = $1 for share', [person.userId]);
    await goOn();
    await waits('person where id');
    const held = await login.query('select from phone_code where phone = $1 for update nowait', [person.phone]);
    await login.query('commit');
    login.release();
    expect([held.rowCount, await forgetting]).toEqual([1, expect.objectContaining({ userId: person.userId })]);
  });

  it('is deleted after the calls that are under way, which leave nothing', async () => {
    const { app } = shop;
    const person = await shop.person();
    const productId = await shop.product({ stock: null });
    const address = 'Нукус, улица Последняя, 12';
    const holder = await app.db.pool.connect();
    await holder.query('begin');
    await holder.query('lock table shop_order in share row exclusive mode');
    const body = { items: [{ productId, quantity: 1 }], address };
    const filling = app.api('POST Order/CreateOrder', { body }, { token: person.token });
    await waits('insert into shop_order');
    const forgetting = deletePerson(app.db, life.files, person.userId);
    await waits('session where id|delete from shop_order');
    await holder.query('commit');
    holder.release();
    expect((await filling).status).toBe(200);
    await forgetting;
    expect(await findTexts(app.db, [address])).toEqual(new Map([[address, []]]));
    expect((await app.api('POST Order/CreateOrder', { body }, { token: person.token })).status).toBe(401);
  });

  it('leaves no name, phone, message or address in any table, and no sum changes', async () => {
    const { person } = life;
    const before = await sums();
    expect(await statusOf('GET Images/', { name: life.picture })).toBe(200);
    const speech = await shop.app.db.pool.query(
      `insert into alert_speech (name, project_id, hash, language, rate, by_service, media_type, bytes)
       select 'speech-of-a-donor-0001', a.project_id, sha256(''), 'ru', 1, false, 'audio/wav', ''
       from alert a join donation d on d.id = a.pay_id where d.donor_id = $1 limit 1 returning name`,
      [person.userId],
    );
    expect(speech.rowCount).toBe(1);
    const { pictures } = await deletePerson(shop.app.db, life.files, person.phone);
    expect(
      (await shop.app.db.pool.query('select from alert_speech where name = $1', [speech.rows[0].name])).rowCount,
    ).toBe(0);
    const folderOf = (name: string) => `${name.slice(0, 2).toLowerCase()}/${name}`;
    expect(pictures).toBe(2);
    expect(life.removed.toSorted()).toEqual([life.picture, life.postPicture, life.audio].map(folderOf).toSorted());
    const found = await findTexts(shop.app.db, [...traces(person), deletedTitle]);
    expect([...found].filter(([, tables]) => tables.length > 0)).toEqual([]);
    expect(await sums()).toEqual(before);
    expect(await readLedgerFaults(shop.app.db)).toEqual({ entrySum: 0, wrongBalances: 0, unbalanced: 0 });
    expect(Object.values(await readTotalFaults(shop.app.db)).every((fault) => fault === 0)).toBe(true);
    const { systems } = life;
    const books = await reconcile({ db: shop.app.db, systems, since: new Date(0), pause: async () => undefined });
    expect(books).toMatchObject([{ system: 'gateway', differences: [], why: null }]);
    expect(books[0]?.compared).toBeGreaterThan(2);
  });

  it('is gone from the pages, logged out everywhere, and the widgets are cut', async () => {
    const { person, widgetKey, readToken } = life;
    await until(async () => (await statusOf('GET User/GetByName', { userName: life.userName })) === 404);
    await until(async () => (await statusOf('GET Images/', { name: life.picture })) === 404);
    expect(await statusOf('GET User/Get', { userId: person.userId })).toBe(404);
    expect(await statusOf('GET PersonalAccount/Get', {}, person.token)).toBe(401);
    expect(await statusOf('GET Widget/Statistics', { key: widgetKey })).toBe(401);
    expect(await statusOf('GET v1/alerts/donations', {}, readToken)).toBe(401);
    const donation = { projectId: person.projectId, amount: 10_000 };
    expect((await shop.app.api('POST ProjectPay/Create', { body: donation })).status).toBe(409);
    await life.streamEnded();
  });

  it('leaves others what is theirs: donations to the creator, orders to the seller', async () => {
    const { stranger, orderId } = life;
    const top = await shop.app.api('GET ProjectPay/Top', { query: { projectId: stranger.projectId } });
    expect(JSON.stringify(top.body)).toContain('Удалённый пользователь');
    const order = await shop.app.api('GET Order/Order', { query: { orderId } }, { token: shop.staff.token });
    expect(order.status).toBe(200);
    expect(JSON.stringify(order.body)).toContain('Удалённый пользователь');
    const received = await shop.app.api('GET Donate/My', {}, { token: stranger.token });
    expect(JSON.stringify(received.body)).toContain('Удалённый пользователь');
  });

  it('may register anew with the same phone', async () => {
    const { phone } = life.person;
    expect(await shop.app.api('GET Identity/CheckPhone', { query: { phone } })).toMatchObject({
      body: { data: { exists: false } },
    });
    const body = { phone, password: 'пароль-для-новой-жизни' };
    expect((await shop.app.api('POST Identity/Register', { body })).status).toBe(200);
    await expect(deletePerson(shop.app.db, life.files, life.person.userId)).rejects.toThrow('deleted already');
  });
});

it('a forgotten seller leaves the tax number in no line of what was paid; those of other sellers stay', async () => {
  const { app } = shop;
  const seller = await shop.person();
  const other = await shop.person();
  const buyer = await shop.person();
  const numbers = { seller: '301129005', other: '512345678' };
  const name = async (who: SignedIn, taxNumber: string | null) =>
    (await app.api('PUT Payout/TaxNumber', { body: { taxNumber } }, { token: who.token })).status;
  expect(await name(seller, '30112900')).toBe(400);
  expect([await name(seller, numbers.seller), await name(other, numbers.other)]).toEqual([200, 200]);
  const lines = [
    { productId: await shop.product({ stock: null, seller: other }) },
    { productId: await shop.product({ stock: null, seller }) },
  ];
  const donation = { projectId: seller.projectId, amount: 20_000 };
  const { orderId } = await shop.placed(buyer, lines, { donation });
  const moved = await shop.placed(buyer, lines);
  await app.db.pool.query('update payment set lines = jsonb_build_array(lines -> 1, lines -> 0) where reference = $1', [
    moved.orderId,
  ]);
  const agents = async (reference = orderId) => {
    const { rows } = await app.db.pool.query('select lines from payment where reference = $1', [reference]);
    return z
      .object({ agent: z.string().nullable() })
      .array()
      .parse(rows[0].lines)
      .map(({ agent }) => agent);
  };
  expect(await agents()).toEqual([numbers.other, numbers.seller, numbers.seller]);
  const own = await app.api('GET Payout/TaxNumber', {}, { token: seller.token });
  expect(own.body).toMatchObject({ data: { taxNumber: numbers.seller } });
  await deletePerson(app.db, life.files, seller.userId, { openBusiness: 'stays' });
  expect(await agents()).toEqual([numbers.other, null, null]);
  expect(await agents(moved.orderId)).toEqual([null, numbers.other]);
  expect(await findTexts(app.db, [numbers.seller])).toEqual(new Map([[numbers.seller, []]]));
});
