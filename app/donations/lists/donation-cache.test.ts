import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createPerson } from '#app/profile/new-person.server.ts';
import { cardBody, cards, until } from '#test/support/money/money-fixture.ts';
import { newPhone, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp();
afterAll(() => app.close());

const created = z.object({ data: z.object({ payId: z.uuid(), paymentUrl: z.string() }) });

/** Milliseconds; a cached answer lives for 5 s: what has changed before has been invalidated. */
const beforeItExpires = 4_000;

describe('in the whole product', () => {
  it('a paid donation is in the cached list and top at once, and leaves them when refunded', async () => {
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
    await until(async () => (await app.opora.areas.payments.readPayment(app.db, payId))?.status === 'Paid');
    const donation = { id: payId, amount: 7_500, name: 'Аня', message: null };
    await until(async () => JSON.stringify(await list()).includes(payId), beforeItExpires);
    expect(await list()).toMatchObject({ data: { totalCount: 1, payments: [donation] } });
    expect(await top()).toEqual({ success: true, data: [{ place: 1, name: 'Аня', amount: 7_500, count: 1 }] });
    await app.opora.areas.payments.refundPayment(payId);
    // If the provider's callback has written it, the invalidation follows in a moment.
    await until(async () => !JSON.stringify(await list()).includes(payId), beforeItExpires);
    expect([await list(), await top()]).toEqual([empty, { success: true, data: [] }]);
  });

  it('the maximum length of a message is current, although the configuration is cached for a minute', async () => {
    const { token } = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
    const config = async () => (await app.api('GET Config')).body;
    expect(await config()).toMatchObject({ data: { limits: { messageLength: 300 } } });
    const settings = {
      minAmount: 5_000,
      maxAmount: 10_000_000,
      presets: [5_000],
      messageMaxLength: 120,
      commissionPercent: 5,
      stopWords: [],
      isEnabled: true,
      stopReason: null,
    };
    expect((await app.api('PUT Donate/Settings', { body: settings }, { token })).status).toBe(200);
    expect(await config()).toMatchObject({ data: { limits: { messageLength: 120 } } });
  });
});
