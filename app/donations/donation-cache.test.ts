import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createPerson } from '#app/new-person.server.ts';
import { cardBody, cards, until } from '#test/money-house.ts';
import { newPhone, signIn } from '#test/sign-in.ts';
import { startApp, type TestApp, testSecrets } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const created = z.object({ data: z.object({ payId: z.uuid(), paymentUrl: z.string() }) });

describe('in the whole product', () => {
  it('a paid gift is in the list and the top at once, though both are kept for seconds, and leaves them when given back', async () => {
    const { projectId } = await app.db.transaction((tx) => createPerson(tx, { phone: newPhone() }));
    const list = async () => (await app.api('GET ProjectPay/List', { query: { projectId } })).body;
    const top = async () => (await app.api('GET ProjectPay/Top', { query: { projectId } })).body;
    const empty = { success: true, data: { projectId, totalCount: 0, payments: [] } };
    expect([await list(), await top()]).toEqual([empty, { success: true, data: [] }]);
    const answer = await app.api('POST ProjectPay/Create', { body: { projectId, amount: 7_500, name: 'Аня' } });
    const { payId, paymentUrl } = created.parse(answer.body).data;
    await fetch(paymentUrl, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(cardBody(cards.noCode)),
    });
    await until(async () => (await app.opora.areas.payments.readPayment(app.db, payId))?.status === 'Paid', 2_000);
    const gift = { id: payId, amount: 7_500, name: 'Аня', message: null };
    await until(async () => JSON.stringify(await list()).includes(payId), 500);
    expect(await list()).toMatchObject({ data: { totalCount: 1, payments: [gift] } });
    expect(await top()).toEqual({ success: true, data: [{ place: 1, name: 'Аня', amount: 7_500, count: 1 }] });
    await app.opora.areas.payments.refundPayment(payId);
    // The provider's callback may have written it, whose drop then follows by milliseconds.
    await until(async () => !JSON.stringify(await list()).includes(payId), 500);
    expect([await list(), await top()]).toEqual([empty, { success: true, data: [] }]);
  });

  it('the longest message is told as it is set, though what the browser must know is kept for a minute', async () => {
    const { token } = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
    const told = async () => (await app.api('GET Config')).body;
    expect(await told()).toMatchObject({ data: { limits: { messageLength: 300 } } });
    const settings = {
      ...{ minAmount: 5_000, maxAmount: 10_000_000, presets: [5_000], messageMaxLength: 120 },
      ...{ commissionPercent: 5, stopWords: [], isEnabled: true, stopReason: null },
    };
    expect((await app.api('PUT Donate/Settings', { body: settings }, { token })).status).toBe(200);
    expect(await told()).toMatchObject({ data: { limits: { messageLength: 120 } } });
  });
});
