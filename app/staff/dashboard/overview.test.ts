import sql from 'sql-template-tag';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Call } from '#base/calls/call.ts';
import { dayAfter, dayIn, eachDay } from '#base/text/days.ts';
import { startOfDay } from '#base/text/time-zones.ts';
import { signIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, dataOf, startApp, testSecrets } from '#test/support/start-app.ts';
import { moderationCalls } from '../staff.calls.ts';

const app = await startApp();
const moderator = await signIn(app.db, testSecrets.jwt, { role: 'moderator', userName: 'the.moderator' });
const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin', userName: 'the.chief' });
afterAll(() => app.close());

const audit = (query: Record<string, unknown>) => app.api('GET Moderator/Audit', { query }, { token: moderator.token });

const all: readonly Call[] = Object.values(moderationCalls);

describe('who may make a call', () => {
  it.each(all.map((call) => [`${call.method} ${call.path}`, call.access] as const))(
    '%s: guests and users not, %s yes',
    async (name, access) => {
      const user = await signIn(app.db, testSecrets.jwt);
      expect((await app.request(name)).status).toBe(401);
      expect((await app.request(name, {}, { token: user.token })).status).toBe(403);
      const ofModerator = await app.request(name, {}, { token: moderator.token });
      if (access === 'admin') expect(ofModerator.status).toBe(403);
      else expect([200, 400]).toContain(ofModerator.status);
      expect([200, 400]).toContain((await app.request(name, {}, { token: admin.token })).status);
    },
  );

  it('every call that changes something is audited', () => {
    const silent = all.filter(({ method, audited }) => method !== 'GET' && audited !== true);
    expect(silent).toEqual([]);
  });
});

describe('the trail', () => {
  it('shows actor, call and subject, and is searched by both names, call and input', async () => {
    const person = await signIn(app.db, testSecrets.jwt, { userName: 'under.review' });
    const { userId } = person;
    await app.api(
      'PUT Moderator/BlockUser',
      { query: { userId, reason: 'Чужой_логотип 50%' } },
      { token: moderator.token },
    );
    await app.api('PUT Moderator/UnblockUser', { query: { userId } }, { token: admin.token });
    await app.api('PUT Moderator/SetRole', { query: { userId, role: 'moderator' } }, { token: admin.token });
    expect(await audit({ UserId: userId })).toMatchObject({
      body: {
        data: {
          count: 3,
          items: [
            { call: 'PUT Moderator/SetRole', actor: { userName: 'the.chief' }, details: { before: 'user' } },
            { call: 'PUT Moderator/UnblockUser', actor: { userName: 'the.chief' } },
            {
              call: 'PUT Moderator/BlockUser',
              actor: { userId: moderator.userId, userName: 'the.moderator' },
              person: { userName: 'under.review' },
              input: { userId, reason: 'Чужой_логотип 50%' },
            },
          ],
        },
      },
    });
    const count = async (Search: string) => dataOf(await audit({ Search })).count;
    expect(await count('under.review')).toBe(3);
    expect(await count('the.moderator')).toBe(1);
    expect(await count('логотип 50%')).toBe(1);
    expect(await count('blockuser')).toBe(2);
    expect(await count('moderator/block')).toBe(1);
    expect(await count('Чужой%')).toBe(0);
    expect(await audit({ UserId: userId, Take: 1, Skip: 1 })).toMatchObject({
      body: { data: { count: 3, items: [{ call: 'PUT Moderator/UnblockUser' }] } },
    });
  });

  it('shows amounts as sent, in main units', async () => {
    const settings = dataOf(await app.api('GET Donate/Settings', {}, { token: admin.token }));
    const limits = { minAmount: 5_000.5, maxAmount: 70_000, presets: [5_000.5, 10_000] };
    const { messageMaxLength, commissionPercent, stopWords, isEnabled } = settings;
    const body = { ...limits, messageMaxLength, commissionPercent, stopWords, isEnabled };
    expect(await app.api('PUT Donate/Settings', { body }, { token: admin.token })).toMatchObject({ status: 200 });
    expect(await audit({ Search: 'Donate/Settings', Take: 1 })).toMatchObject({
      body: { data: { items: [{ input: limits }] } },
    });
  });

  it('finds quotation marks and backslashes as sent', async () => {
    const { userId } = await signIn(app.db, testSecrets.jwt);
    const reason = String.raw`Выдаёт себя за "Анор" и \\Гранат`;
    await app.api('PUT Moderator/BlockUser', { query: { userId, reason } }, { token: moderator.token });
    const count = async (Search: string) => dataOf(await audit({ Search })).count;
    expect(await count('"анор"')).toBe(1);
    expect(await count(String.raw`\\гранат`)).toBe(1);
    expect(await count(String.raw`\\анор`)).toBe(0);
  });
});

describe('the dashboard', () => {
  it('sums events by day', async () => {
    const creator = await signIn(app.db, testSecrets.jwt);
    const fields = [{ name: 'UserType', value: '[1]' }];
    await app.api('POST PersonalAccount/Update', { body: { fields } }, { token: creator.token });
    const body = { userId: creator.userId, fields: ['UserType'] };
    await app.api('PUT Moderator/ConfirmUser', { body }, { token: moderator.token });
    await app.db.execute(
      sql`update field_decision set requested_at = decided_at - interval '90 seconds' where user_id = ${creator.userId}`,
    );
    const donation = { projectId: creator.projectId, amount: 6_000 };
    const made = dataOf(await app.api('POST ProjectPay/Create', { body: donation }));
    const pay = (pan: string, url: unknown) =>
      fetch(String(url), {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ card: { pan, expiry: '1230' }, payment_system: 'uzcard' }),
      });
    await pay('8600000000000205', made.paymentUrl);
    const dashboard = () => app.api('GET Moderator/Dashboard', {}, { token: moderator.token });
    const lastDay = async () => {
      const { days } = Object.assign({ days: [] }, dataOf(await dashboard()));
      return days.at(-1);
    };
    await vi.waitFor(
      async () =>
        expect(await lastDay()).toMatchObject({
          day: dayIn('Asia/Tashkent', new Date()),
          donations: 1,
          donationSum: 6_000,
          creators: 1,
          decisions: 1,
          reviewSeconds: 90,
        }),
      { timeout: 10_000, interval: 200 },
    );
    expect(Object.assign({ days: [] }, dataOf(await dashboard())).days).toHaveLength(30);
  });

  it('refuses invalid periods', async () => {
    const ask = async (From: string, To: string) =>
      (await app.api('GET Moderator/Dashboard', { query: { From, To } }, { token: moderator.token })).status;
    expect(await ask('2026-01-01', '2026-12-31')).toBe(200);
    expect(await ask('2026-01-02', '2026-01-01')).toBe(400);
    expect(await ask('2025-01-01', '2026-12-31')).toBe(400);
    expect(await ask('9999-12-30', '9999-12-31')).toBe(400);
    expect(await ask('0000-01-01', '0000-01-02')).toBe(400);
    expect(await ask('2026-02-30', '2026-03-01')).toBe(400);
  });

  it('begins days in the time zone', () => {
    expect(startOfDay('2026-03-01', 'Asia/Tashkent').toISOString()).toBe('2026-02-28T19:00:00.000Z');
    expect(dayIn('Asia/Tashkent', new Date('2026-02-28T19:00:00Z'))).toBe('2026-03-01');
    expect(eachDay({ from: '2026-02-27', to: '2026-03-01' })).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28');
  });
});

describe('lists of the staff', () => {
  it('have pages of ten by default', async () => {
    await app.db.execute(sql`
      insert into audit (actor_id, call, input) select ${moderator.userId}, 'PUT Of/Test', '{}' from generate_series(1, 12)`);
    await app.db.execute(sql`
      insert into payment (kind, reference, provider_id, amount, currency, status, expires_at)
      select 'order', uuid_v7(), 'one of many ' || n, 700000, 'UZS', 'Paid', now() from generate_series(1, 12) n`);
    const payments = (query: Record<string, unknown>) =>
      app.api('GET Moderator/Payments', { query: { State: 'paid', ...query } }, { token: moderator.token });
    const sizeOf = (answer: ApiAnswer) => Object.assign({ items: [] }, dataOf(answer)).items.length;
    expect([sizeOf(await audit({})), sizeOf(await payments({}))]).toEqual([10, 10]);
    expect([sizeOf(await audit({ Take: 12 })), sizeOf(await payments({ Take: 12 }))]).toEqual([12, 12]);
  });
});

describe('payments in trouble', () => {
  it('name the creator of a donation, and the sellers of an order', async () => {
    const creator = await signIn(app.db, testSecrets.jwt, { userName: 'of.the.donation' });
    const other = await signIn(app.db, testSecrets.jwt, { userName: 'of.the.order' });
    const donation = { projectId: creator.projectId, amount: 6_000 };
    const { payId } = dataOf(await app.api('POST ProjectPay/Create', { body: donation }));
    await app.db.execute(sql`
      insert into payment (kind, reference, provider_id, amount, currency, status, expires_at, created_at)
      values ('donation', ${String(payId)}, 'with a creator', 600000, 'UZS', 'Paid', now(), now() + interval '1 minute'),
        ('order', uuid_v7(), 'without a seller', 600000, 'UZS', 'Paid', now(), now() + interval '2 minutes')`);
    await app.db.execute(sql`
      with placed as (
        insert into shop_order (user_id, status, number, placed_at, total, address, recipient_name, recipient_phone)
        values (${creator.userId}, 1, '10000001', now(), 600000, 'Ташкент', 'Анна', '998901234567') returning id, placed_at
      ), sold as (
        insert into order_seller (seller_id, placed_at, order_id)
        select seller, placed_at, id from placed, unnest(${[creator.userId, other.userId]}::uuid[]) seller
      )
      insert into payment (kind, reference, provider_id, amount, currency, status, expires_at, created_at)
      select 'order', id, 'of two sellers', 600000, 'UZS', 'Paid', now(), now() + interval '3 minutes' from placed`);
    const query = { State: 'paid', Take: 3 };
    expect(await app.api('GET Moderator/Payments', { query }, { token: moderator.token })).toMatchObject({
      body: {
        data: {
          items: [
            { kind: 'order', receivers: [{ userName: 'of.the.donation' }, { userName: 'of.the.order' }] },
            { kind: 'order', receivers: [] },
            { kind: 'donation', receivers: [{ userId: creator.userId, userName: 'of.the.donation' }] },
          ],
        },
      },
    });
  });

  it('are listed and counted: failed ones, refunded ones, and those that an operator must look at', async () => {
    const made = (status: string, problem: string | null) =>
      app.db.execute(sql`
        insert into payment (kind, reference, provider_id, amount, currency, status, problem, problem_at, expires_at)
        values ('donation', uuid_v7(), ${`of the test ${status}`}, 700000, 'UZS', ${status}, ${problem},
          case when ${problem}::text is not null then now() end, now())`);
    await made('Failed', null);
    await made('Expired', null);
    await made('Paid', 'OtherAmount 1 500000');
    await made('Refunded', null);
    const list = (State: string) => app.api('GET Moderator/Payments', { query: { State } }, { token: moderator.token });
    expect(await list('failed')).toMatchObject({
      body: { data: { count: 2, items: [{ status: 'Expired', amount: 7_000 }, { status: 'Failed' }] } },
    });
    expect(await list('refunded')).toMatchObject({
      body: { data: { count: 1, items: [{ status: 'Refunded', amount: 7_000 }] } },
    });
    expect(await list('problem')).toMatchObject({
      body: { data: { count: 1, items: [{ problem: 'OtherAmount 1 500000' }] } },
    });
    expect(dataOf(await app.api('GET Moderator/Counts', {}, { token: moderator.token }))).toMatchObject({
      failedPayments: 2,
      problemPayments: 1,
    });
  });
});
