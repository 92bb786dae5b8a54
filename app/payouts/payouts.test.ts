import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { post, providerAccount } from '#app/ledger/ledger.server.ts';
import { minor } from '#base/money/money.ts';
import { readLedgerFaults } from '#test/support/money/money-faults.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { cardMaskOf, isCardMask } from './card-mask.ts';
import { findPayout } from './payouts.server.ts';
import { writeActNumber } from './payouts-store.server.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
afterAll(() => app.close());

const mask = '8600 •••• •••• 0106';
const sound = { entrySum: 0, wrongBalances: 0, unbalanced: 0 };
const made = z.object({ data: z.object({ id: z.uuid(), state: z.string() }) });
const failed = z.object({ error: z.object({ code: z.string(), fields: z.record(z.string(), z.string()).optional() }) });
const statement = z.object({
  data: z.object({
    balance: z.number(),
    count: z.number(),
    items: z.array(
      z.object({
        kind: z.string(),
        title: z.string().nullable(),
        amount: z.number(),
        balance: z.number(),
        at: z.string(),
      }),
    ),
  }),
});

/** A creator with a balance in main units. */
async function creatorWith(main: number): Promise<SignedIn> {
  const person = await signIn(app.db, testSecrets.jwt);
  await credit(person, main);
  return person;
}

function credit({ accountId }: SignedIn, main: number) {
  const entries = [
    { accountId: providerAccount, amount: minor(-main * 100) },
    { accountId, amount: minor(main * 100) },
  ];
  return app.db.transaction((tx) => post(tx, { kind: 'donation', reference: crypto.randomUUID(), entries }));
}

const ask = (by: SignedIn, amount: number, more: object = {}) =>
  app.api(
    'POST Payout/Request',
    { body: { accountId: by.accountId, amount, card: { mask, token: 'card-token' }, ...more } },
    { token: by.token },
  );

const codeOf = (body: unknown) => failed.safeParse(body).data?.error.code;

async function statementOf(by: SignedIn, query: object = {}) {
  const input = { query: { accountId: by.accountId, ...query } };
  return statement.parse((await app.api('GET Ledger/Statement', input, { token: by.token })).body).data;
}

describe('a payout', () => {
  it('reserves the sum, is paid by an admin with a reference, and then has no card token', async () => {
    const creator = await creatorWith(100_000);
    const { id } = made.parse((await ask(creator, 60_000)).body).data;
    expect((await statementOf(creator)).balance).toBe(40_000);
    expect(codeOf((await ask(creator, 40_000.01)).body)).toBe('NotEnoughMoney');
    const open = await app.api('GET Payout/My', {}, { token: creator.token });
    expect(open.body).toMatchObject({ data: { waiting: { amount: 60_000, since: expect.any(String) } } });
    const waiting = await app.api('GET Payout/List', { query: { Take: 100 } }, { token: admin.token });
    expect(waiting.body).toMatchObject({
      data: {
        items: [{ id, amount: 60_000, cardMask: mask, cardToken: 'card-token', balance: 40_000, phone: creator.phone }],
      },
    });
    const pay = () =>
      app.api('PUT Payout/Pay', { body: { payoutId: id, reference: 'Перевод 77' } }, { token: admin.token });
    expect((await pay()).status).toBe(200);
    expect(codeOf((await pay()).body)).toBe('PayoutDecided');
    const own = await app.api('GET Payout/My', {}, { token: creator.token });
    expect(own.body).toMatchObject({
      data: {
        count: 1,
        items: [{ state: 'Paid', bankReference: 'Перевод 77' }],
        waiting: { amount: 0, since: null },
      },
    });
    expect(JSON.stringify(own.body)).not.toContain('card-token');
    const { rows } = await app.db.pool.query('select card_token from payout where id = $1', [id]);
    expect(rows).toEqual([{ card_token: null }]);
    expect(await readLedgerFaults(app.db)).toEqual(sound);
    const audit = await app.db.pool.query(`select call, subject, details from audit where actor_id = $1`, [
      admin.userId,
    ]);
    const details = { amount: 60_000, cardMask: mask };
    expect(audit.rows).toContainEqual({ call: 'PUT Payout/Pay', subject: creator.userId, details });
  });

  it('is not paid after a refund has made the balance negative, unless the admin says so', async () => {
    const creator = await creatorWith(100_000);
    const { id } = made.parse((await ask(creator, 100_000)).body).data;
    await credit(creator, -80_000);
    const pay = (more: object) =>
      app.api('PUT Payout/Pay', { body: { payoutId: id, reference: 'Перевод 79', ...more } }, { token: admin.token });
    for (const answer of [await pay({}), await pay({ despiteDebt: false })])
      expect(answer).toMatchObject({
        status: 409,
        body: { error: { code: 'BalanceNegative', details: { balance: -80_000 } } },
      });
    expect((await pay({ despiteDebt: true })).status).toBe(200);
    const { rows } = await app.db.pool.query(`select input ->> 'despiteDebt' as debt from audit where subject = $1`, [
      creator.userId,
    ]);
    expect(rows).toEqual([{ debt: 'true' }]);
  });

  it('returns the sum if it is declined with a reason or cancelled by its owner', async () => {
    const creator = await creatorWith(50_000);
    const first = made.parse((await ask(creator, 50_000)).body).data.id;
    const decline = (reason: string) =>
      app.api('PUT Payout/Decline', { body: { payoutId: first, reason } }, { token: admin.token });
    expect(failed.parse((await decline(' ')).body).error.fields).toHaveProperty('reason');
    expect((await decline('Карта другого человека')).status).toBe(200);
    expect((await statementOf(creator)).balance).toBe(50_000);
    const second = made.parse((await ask(creator, 20_000)).body).data.id;
    const cancel = (by: SignedIn) =>
      app.api('POST Payout/Cancel', { query: { payoutId: second } }, { token: by.token });
    expect((await cancel(await creatorWith(0.01))).status).toBe(404);
    expect((await cancel(creator)).status).toBe(200);
    expect(codeOf((await cancel(creator)).body)).toBe('PayoutDecided');
    const { items } = z
      .object({ data: z.object({ items: z.array(z.object({ state: z.string(), reason: z.string().nullable() })) }) })
      .parse((await app.api('GET Payout/My', {}, { token: creator.token })).body).data;
    expect(items).toMatchObject([{ state: 'Cancelled' }, { state: 'Declined', reason: 'Карта другого человека' }]);
    expect((await statementOf(creator)).balance).toBe(50_000);
  });

  it.each([
    ['a whole card number', { card: { mask: '8600000000000106' } }],
    ['a card number as token', { card: { mask, token: '8600 0000 0000 0106' } }],
    ['nothing', { amount: 0 }],
    ['less than nothing', { amount: -5 }],
    ['three decimals', { amount: 0.001 }],
  ])('is refused for %s', async (_, more) => {
    const creator = await creatorWith(10_000);
    const answer = await ask(creator, 5_000, more);
    expect([answer.status, codeOf(answer.body)]).toEqual([400, 'ValidationFailed']);
    expect((await statementOf(creator)).balance).toBe(10_000);
  });

  it('of the only admin is decided by himself', async () => {
    const own = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
    await credit(own, 50_000);
    const payoutId = made.parse((await ask(own, 50_000)).body).data.id;
    const body = { payoutId, reference: 'Перевод 78' };
    expect((await app.api('PUT Payout/Pay', { body }, { token: own.token })).status).toBe(200);
  });

  it("cannot be requested from another user's account, nor decided by a moderator", async () => {
    const creator = await creatorWith(10_000);
    const other = await creatorWith(10_000);
    expect((await ask(creator, 1_000, { accountId: other.accountId })).status).toBe(404);
    const moderator = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
    expect((await app.api('GET Payout/List', {}, { token: moderator.token })).status).toBe(403);
    const foreign = { query: { accountId: other.accountId } };
    expect((await app.api('GET Ledger/Statement', foreign, { token: creator.token })).status).toBe(404);
  });

  it('never exceeds the balance, however many requests come at once', async () => {
    const creator = await creatorWith(10_000);
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(creator, 3_000)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ body }) => codeOf(body) === 'NotEnoughMoney')).toHaveLength(9);
    expect((await statementOf(creator)).balance).toBe(1_000);
  });

  it('has an act with the next number of the year, without gaps, however many are paid at once and fail', async () => {
    const creators = await Promise.all(Array.from({ length: 6 }, () => creatorWith(1_000)));
    const ids = await Promise.all(creators.map(async (one) => made.parse((await ask(one, 500)).body).data.id));
    const pay = (payoutId: string) =>
      app.api('PUT Payout/Pay', { body: { payoutId, reference: 'Разом' } }, { token: admin.token });
    const fail = (id: string) =>
      app.db
        .transaction(async (tx) => {
          await writeActNumber(tx, id, 'Asia/Tashkent');
          throw new Error('it fails at the end');
        })
        .catch(() => null);
    const answers = await Promise.all(ids.flatMap((id) => [pay(id), fail(id), pay(id)]));
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(ids.length);
    const { rows } = await app.db.pool.query<{ year: number; number: number }>(
      `select act_year as year, act_number as number from payout where state = 'Paid' order by act_number`,
    );
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1));
    const [id = ''] = ids;
    expect((await findPayout(app.db, id))?.act).toMatch(/^20\d\d-\d+$/);
  });

  it('adds up after any sequence of requests, payments, refusals and cancellations, each sent twice at once', async () => {
    const step = fc.record({
      act: fc.constantFrom('ask', 'pay', 'decline', 'cancel'),
      amount: fc.integer({ min: 1, max: 60_000 }),
    });
    for (const steps of fc.sample(fc.array(step, { minLength: 4, maxLength: 14 }), 8)) {
      const creator = await creatorWith(100_000);
      const open: string[] = [];
      let expected = 100_000;
      for (const { act, amount } of steps) {
        if (act === 'ask') {
          const answer = await ask(creator, amount);
          expect(answer.status).toBe(amount <= expected ? 200 : 409);
          if (answer.status !== 200) continue;
          expected -= amount;
          open.push(`${made.parse(answer.body).data.id} ${amount}`);
          continue;
        }
        const [payoutId = '', sum = '0'] = (open.shift() ?? '').split(' ');
        if (payoutId === '') continue;
        const decide = () =>
          act === 'cancel'
            ? app.api('POST Payout/Cancel', { query: { payoutId } }, { token: creator.token })
            : act === 'pay'
              ? app.api('PUT Payout/Pay', { body: { payoutId, reference: 'x' } }, { token: admin.token })
              : app.api('PUT Payout/Decline', { body: { payoutId, reason: 'нет' } }, { token: admin.token });
        const statuses = (await Promise.all([decide(), decide()])).map(({ status }) => status).sort();
        expect(statuses).toEqual([200, 409]);
        if (act !== 'pay') expected += Number(sum);
      }
      const shown = await statementOf(creator, { Take: 100 });
      expect(shown.balance).toBe(expected);
      expect(shown.items[0]?.balance).toBe(expected);
    }
    expect(await readLedgerFaults(app.db)).toEqual(sound);
    const reserved = await app.db.pool.query(`select
      (select balance from account where kind = 'payouts') - (select coalesce(sum(amount), 0) from payout where state = 'Requested')
      as difference`);
    expect(Number(reserved.rows[0]?.difference)).toBe(0);
  }, 60_000);
});

describe('the statement of an account', () => {
  it('describes each movement, and its balances add up over pages and periods', async () => {
    const creator = await signIn(app.db, testSecrets.jwt);
    for (let at = 1; at <= 25; at += 1) await credit(creator, at);
    await ask(creator, 25);
    const pages = [
      await statementOf(creator, { Skip: 0, Take: 10 }),
      await statementOf(creator, { Skip: 10, Take: 20 }),
    ];
    const items = pages.flatMap((page) => page.items);
    expect(pages[0]).toMatchObject({ count: 26, balance: 300 });
    expect(items[0]).toMatchObject({ kind: 'payout', title: mask, amount: -25, balance: 300 });
    for (const [at, { amount, balance }] of items.entries()) expect(balance - amount).toBe(items[at + 1]?.balance ?? 0);
    const from = items[20]?.at ?? '';
    const to = items[5]?.at ?? '';
    const period = await statementOf(creator, { From: from, To: to, Take: 100 });
    const inside = items.filter(({ at }) => at >= from && at < to);
    expect(period.items.map(({ balance }) => balance)).toEqual(inside.map(({ balance }) => balance));
    expect(period.count).toBe(inside.length);
  });
});

describe('the mask of a card', () => {
  it('has the first and the last four digits, however the number is written', () => {
    for (const text of ['8600 0000 0000 0106', '8600-0000-0000-0106', '8600********0106', '8600 00•• •••• 0106']) {
      expect(cardMaskOf(text)).toBe(mask);
    }
    for (const text of ['', '8600', '8600 0000 0000 010', '8600 0000 0000 01061']) expect(cardMaskOf(text)).toBeNull();
    expect([isCardMask(mask), isCardMask('8600 0000 0000 0106')]).toEqual([true, false]);
  });
});
