import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dayIn } from '#base/text/days.ts';
import { formMessages } from '#base/text/form-rules.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { give, givePaid, openMoneyFixture } from '#test/support/money/money-fixture.ts';

const fixture = await openMoneyFixture();
afterAll(() => fixture.close());

const create = (body: unknown) => fixture.call('POST ProjectPay/Create', { body });

const createFailure = async (body: unknown) => failureOf(await create(body));

describe('ProjectPay/Create', () => {
  it('creates a donation with its payment', async () => {
    const { projectId } = await fixture.person();
    const donation = await give(fixture, { projectId, amount: 12_345.67, name: 'Аня', message: 'Привет' });
    expect(donation).toMatchObject({
      amount: 12_345.67,
      paymentUrl: expect.stringMatching(`^${fixture.sandbox.url}/payment/`),
    });
    const status = await fixture.call(`GET ProjectPay/Status?payId=${donation.payId}`);
    expect(status.body).toEqual({
      success: true,
      data: { payId: donation.payId, status: 'Created', amount: 12_345.67, isChecked: true },
    });
    const entry = (await fixture.books()).find(({ reference }) => reference === donation.payId);
    expect(entry).toMatchObject({ amount: 1_234_567, status: 'created' });
  });

  it.each([
    [4_999, 'Минимальная сумма от 5 000'],
    [4_999.99, 'Минимальная сумма от 5 000'],
    [0, 'Минимальная сумма от 5 000'],
    [-10_000, 'Минимальная сумма от 5 000'],
    [10_000_000.01, 'Значение не должно превышать 10 000 000'],
    [5_000.123, 'Укажите сумму не более чем с двумя знаками после запятой'],
  ])('refuses the amount %s', async (amount, text) => {
    const { projectId } = await fixture.person();
    expect(await createFailure({ projectId, amount })).toMatchObject({
      status: 400,
      code: 'ValidationFailed',
      fields: { amount: text },
    });
  });

  it.each(['"10000"', 'null', '1e400', '[]', '{}', 'true'])('refuses the amount %s as JSON', async (text) => {
    const { projectId } = await fixture.person();
    const answer = await fixture.call('POST ProjectPay/Create', {
      raw: `{"projectId":"${projectId}","amount":${text}}`,
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(failureOf(answer).fields ?? {})).toEqual(['amount']);
  });

  it('takes what pages of the version before send', async () => {
    const { projectId } = await fixture.person();
    expect((await create({ projectId, amount: 10_000, instead: null, monthly: null })).status).toBe(200);
    expect((await create({ projectId, amount: 10_000, monthly: {} })).status).toBe(400);
  });

  it('names every member at fault, including unknown ones', async () => {
    const { projectId } = await fixture.person();
    const long = await createFailure({ projectId, amount: 1, name: 'я'.repeat(61), message: 'ю'.repeat(301) });
    expect(long.fields).toEqual({
      amount: 'Минимальная сумма от 5 000',
      name: 'Максимальная длинна текста 60 символов',
      message: 'Максимальная длинна текста 300 символов',
    });
    const unknown = await createFailure({ projectId, amount: 5_000, status: 'Paid', commission: 0 });
    expect(Object.keys(unknown.fields ?? {}).sort()).toEqual(['commission', 'status']);
  });

  it('counts visible characters', async () => {
    const { projectId } = await fixture.person();
    await give(fixture, { projectId, name: '😀'.repeat(60), message: '😀'.repeat(300) });
  });

  it('is 404 for an unknown project and 409 for one of a blocked creator', async () => {
    expect(await createFailure({ projectId: randomUUID(), amount: 5_000 })).toMatchObject({
      status: 404,
      code: 'NotFound',
    });
    expect(await createFailure({ projectId: randomUUID(), amount: 1 })).toMatchObject({ status: 400 });
    const { projectId, userId } = await fixture.person();
    await fixture.db.pool.query('update creator set is_blocked = true where user_id = $1', [userId]);
    expect(await createFailure({ projectId, amount: 5_000 })).toMatchObject({
      status: 409,
      code: 'CreatorUnavailable',
    });
    expect((await fixture.call(`GET ProjectPay/List?projectId=${projectId}`)).status).toBe(404);
    expect((await fixture.call(`GET ProjectPay/Top?projectId=${projectId}`)).status).toBe(404);
  });

  it('has no name that would pass for the staff, unless nobody sees it', async () => {
    const { projectId } = await fixture.person();
    for (const name of ['Администратор Opora', 'Аня ✓']) {
      expect(await createFailure({ projectId, name })).toMatchObject({ status: 400, code: 'ValidationFailed' });
    }
    await givePaid(fixture, { projectId, name: 'Модератор', isAnonymous: true });
  });

  it('has no name and no message with signs that turn their direction', async () => {
    const { projectId } = await fixture.person();
    const fields = { name: formMessages.turning, message: formMessages.turning };
    const turned = { projectId, name: 'Аня\u202e', message: 'раз\u2066 два' };
    expect(await createFailure(turned)).toMatchObject({ status: 400, code: 'ValidationFailed', fields });
  });

  it('stores names and messages as plain text without deceiving characters', async () => {
    const { projectId } = await fixture.person();
    const donation = await givePaid(fixture, {
      projectId,
      name: ' Аня\u0007  <b>К</b>\u200b ',
      message: 'раз\r\n\r\n\r\n\r\nдва\u2060 три',
    });
    const list = await fixture.call(`GET ProjectPay/List?projectId=${projectId}`);
    expect(list.body).toMatchObject({
      data: { payments: [{ id: donation.payId, name: 'Аня <b>К</b>', message: 'раз\n\nдва три' }] },
    });
  });
});

describe('an anonymous donation', () => {
  it('never shows its name, but counts', async () => {
    const { projectId, userId } = await fixture.person();
    const donor = await fixture.person();
    const token = `user:${donor.userId}`;
    const secret = await givePaid(fixture, { projectId, name: 'Тайный', isAnonymous: true }, { token });
    await givePaid(fixture, { projectId, amount: 6_000 });
    await givePaid(fixture, { projectId, name: 'Явный', amount: 20_000 });
    const list = await fixture.call(`GET ProjectPay/List?projectId=${projectId}`);
    const top = await fixture.call(`GET ProjectPay/Top?projectId=${projectId}`);
    const success = await fixture.call(`GET ProjectPay/Success?payId=${secret.payId}`);
    const mine = await fixture.call('GET Donate/My', { token: `user:${userId}` });
    for (const answer of [list, top, success, mine]) expect(JSON.stringify(answer.body)).not.toContain('Тайный');
    expect(fixture.paid.find(({ donationId }) => donationId === secret.payId)?.name).toBeNull();
    expect(list.body).toMatchObject({ data: { projectId, totalCount: 3 } });
    expect(top.body).toEqual({
      success: true,
      data: [
        { place: 1, name: 'Явный', amount: 20_000, count: 1 },
        { place: 2, name: null, amount: 16_000, count: 2 },
      ],
    });
    const given = await fixture.call('GET Donate/Given', { token });
    expect(given.body).toMatchObject({
      data: {
        count: 1,
        items: [{ id: secret.payId, name: 'Тайный', isAnonymous: true, status: 'Paid', creator: { userId } }],
      },
    });
  });
});

describe('ProjectPay/Top', () => {
  it('sums by account, else by folded name', async () => {
    const { projectId } = await fixture.person();
    const donor = await fixture.person();
    await givePaid(fixture, { projectId, name: 'Боря', amount: 5_000 });
    await givePaid(fixture, { projectId, name: ' БОРЯ ', amount: 6_000 });
    await givePaid(fixture, { projectId, name: 'Боря', amount: 30_000 }, { token: `user:${donor.userId}` });
    await givePaid(fixture, { projectId, name: 'Борис', amount: 1_000_000 }, { token: `user:${donor.userId}` });
    const { body } = await fixture.call(`GET ProjectPay/Top?projectId=${projectId}&top=20`);
    expect(body).toMatchObject({
      data: [
        { place: 1, name: 'Борис', amount: 1_030_000, count: 2 },
        { place: 2, name: 'БОРЯ', amount: 11_000, count: 2 },
      ],
    });
  });
});

describe('Donate/My', () => {
  it('lists received donations with message, commission and payout, by period', async () => {
    const { projectId, userId } = await fixture.person();
    const token = `user:${userId}`;
    const first = await givePaid(fixture, { projectId, amount: 10_000, name: 'А', message: 'сука' });
    const second = await givePaid(fixture, { projectId, amount: 5_000, name: 'Б' });
    await fixture.payments.refundPayment(second.payId);
    const all = await fixture.call('GET Donate/My', { token });
    expect(all.body).toMatchObject({
      data: {
        count: 2,
        items: [
          { id: second.payId, status: 'Refunded', commission: 250, credited: 0, payout: 'Returned' },
          { id: first.payId, message: 'сука', amount: 10_000, commission: 500, credited: 9_500, payout: 'Credited' },
        ],
      },
    });
    const today = dayIn('Asia/Tashkent', new Date());
    const count = async (query: string) =>
      z
        .object({ data: z.object({ count: z.number() }) })
        .parse((await fixture.call(`GET Donate/My?${query}`, { token })).body).data.count;
    expect(await count(`From=${today}&To=${today}`)).toBe(2);
    expect(await count('To=2020-01-01')).toBe(0);
    const paidAt = (payId: string, at: string) =>
      fixture.db.execute(sql`update donation set paid_at = ${at}::timestamptz where id = ${payId}`);
    await paidAt(first.payId, '2026-10-03T20:51:00Z');
    await paidAt(second.payId, '2026-10-04T18:59:59.9995Z');
    for (const [period, found] of [
      ['From=2026-10-03&To=2026-10-03', 0],
      ['From=2026-10-04&To=2026-10-04', 2],
      ['From=2026-10-05', 0],
      ['From=2026-10-03T20:51:00Z&To=2026-10-04T18:59:59.9995Z', 1],
    ] as const)
      expect([period, await count(period)]).toEqual([period, found]);
    expect(await count('From=2100-01-01T00:00:00Z')).toBe(0);
    expect((await fixture.call('GET Donate/My?From=soon', { token })).status).toBe(400);
    expect((await fixture.call('GET Donate/My?Skip=1&Take=1', { token })).body).toMatchObject({
      data: { items: [{ id: first.payId }] },
    });
    expect((await fixture.call('GET Donate/My')).status).toBe(401);
  });
});
