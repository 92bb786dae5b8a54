import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newTransaction, paymeCaller, paymeEnv } from '#test/support/money/payme-caller.ts';
import { openShop } from '#test/support/shop-fixture.ts';

const opened = z.object({
  data: z.object({ payId: z.uuid(), paymentId: z.uuid(), paymentUrl: z.string(), proof: z.string() }),
});

const shop = await openShop({ env: paymeEnv });
afterAll(() => shop.app.close());
const payme = paymeCaller(shop.app.url);
const creator = await shop.person();

interface Instead {
  readonly payId: string;
  readonly proof?: string;
}

const ask = (
  system: string,
  instead: Instead | null = null,
  settings: { token?: string; idempotencyKey?: string } = {},
) => {
  const body = { projectId: creator.projectId, amount: 10_000, system, instead };
  return shop.app.api('POST ProjectPay/Create', { body }, settings);
};

async function give(...asked: Parameters<typeof ask>) {
  const answer = await ask(...asked);
  if (answer.status !== 200) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
  return opened.parse(answer.body).data;
}

/** A donation whose payer is on Payme's page, and a transaction for it. */
async function atPayme(settings: { token?: string } = {}) {
  const donation = await give('payme', null, settings);
  const transaction = newTransaction(donation.paymentUrl, 1_000_000);
  const { payId, proof } = donation;
  const checked = () =>
    payme.codeOf('CheckPerformTransaction', { amount: transaction.amount, account: transaction.account });
  return { ...donation, transaction, checked, instead: { payId, proof } };
}

async function statusesOf(...payIds: string[]): Promise<(string | null)[]> {
  const { rows } = await shop.app.db.pool.query<{ id: string; status: string }>(
    'select reference as id, status from payment where reference = any ($1::uuid[])',
    [payIds],
  );
  return payIds.map((id) => rows.find((row) => row.id === id)?.status ?? null);
}

const paidNow = (payId: string) => shop.app.api('GET ProjectPay/Status', { query: { payId } });

describe('a donation that was left at Payme for another one', () => {
  it('can no longer be paid there, also in the middle of a transaction', async () => {
    const left = await atPayme();
    await payme.call('CreateTransaction', left.transaction);
    const second = await give('gateway', left.instead);
    expect(second.payId).not.toBe(left.payId);
    expect(await left.checked()).toBe(-31_051);
    expect(await payme.codeOf('PerformTransaction', { id: left.transaction.id })).toBe(-31_008);
    expect(await payme.codeOf('CreateTransaction', newTransaction(left.paymentUrl, 1_000_000))).toBe(-31_051);
    await shop.charge(second.paymentUrl);
    await expect.poll(() => statusesOf(left.payId, second.payId)).toEqual(['Expired', 'Paid']);
  });

  it('is the answer once it is paid, and no second one is made', async () => {
    const left = await atPayme();
    await payme.call('CreateTransaction', left.transaction);
    await payme.call('PerformTransaction', { id: left.transaction.id });
    for (const system of ['gateway', 'payme']) {
      const answer = await give(system, left.instead);
      expect(answer).toMatchObject({ payId: left.payId, paymentId: left.paymentId, proof: left.proof });
      expect(new URL(answer.paymentUrl).pathname).toBe(`/thanks/${left.payId}`);
    }
    expect(await statusesOf(left.payId)).toEqual(['Paid']);
  });

  it('is closed for its donor alone', async () => {
    const donor = await shop.person();
    const left = await atPayme({ token: donor.token });
    const { payId } = left;
    const other = await atPayme();
    const stranger = await shop.person();
    const refused = await Promise.all([
      ask('gateway', { payId }),
      ask('gateway', { payId, proof: other.proof }),
      ask('gateway', { payId, proof: '' }),
      ask('gateway', { payId }, { token: stranger.token }),
      ask('gateway', { payId: creator.projectId, proof: left.proof }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await left.checked()).toBeNull();
    await give('gateway', { payId }, { token: donor.token });
    expect(await left.checked()).toBe(-31_051);
    expect(await other.checked()).toBeNull();
  });

  it('is replaced once, however often the request is repeated', async () => {
    const left = await atPayme();
    const idempotencyKey = `instead of ${left.payId}`;
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => give('gateway', left.instead, { idempotencyKey })),
    );
    expect(new Set(answers.map(({ payId }) => payId)).size).toBe(1);
    expect((await ask('gateway', null, { idempotencyKey })).status).toBe(422);
  });

  it('is either paid or replaced, whatever comes first', async () => {
    for (let round = 0; round < 8; round += 1) {
      const left = await atPayme();
      await payme.call('CreateTransaction', left.transaction);
      const [performed, answer] = await Promise.all([
        payme.codeOf('PerformTransaction', { id: left.transaction.id }),
        give('gateway', left.instead),
      ]);
      const isPaid = performed === null;
      expect(answer.payId === left.payId, `round ${round}`).toBe(isPaid);
      expect(await statusesOf(left.payId)).toEqual([isPaid ? 'Paid' : 'Expired']);
    }
  });
});

describe('a donation that was left at the gateway, which cannot close it', () => {
  it('is asked about first', async () => {
    const left = await give('gateway');
    const { payId, proof } = left;
    const second = await give('payme', { payId, proof });
    expect(second.payId).not.toBe(payId);
    expect(await statusesOf(payId, second.payId)).toEqual(['Created', 'Created']);
    await shop.charge(left.paymentUrl);
    expect(await give('payme', { payId, proof })).toMatchObject({ payId });
    expect((await paidNow(payId)).body).toMatchObject({ data: { status: 'Paid' } });
  });
});
