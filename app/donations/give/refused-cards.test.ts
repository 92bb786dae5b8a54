import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ProviderUpdate } from '#app/payments/settling/payment-settling.server.ts';
import { cardBody, cards } from '#test/support/money/money-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp();
afterAll(() => app.close());
const abroad = await startApp({ env: { COUNTRY: 'kz' } });
afterAll(() => abroad.close());
const creator = await signIn(app.db, testSecrets.jwt);

const made = z.object({ data: z.object({ payId: z.string(), paymentUrl: z.string() }) });

const create = (address: string, { projectId } = creator, of = app) =>
  of.api('POST ProjectPay/Create', { body: { projectId, amount: 10_000 } }, { address });

async function pay(paymentUrl: string, pan: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(paymentUrl, { method: 'PATCH', headers, body: JSON.stringify(cardBody(pan)) })).status;
}

/** Tries so many cards on one payment, all of them refused. */
async function refuse(address: string, pan: string, times: number, to = creator): Promise<string> {
  const { paymentUrl } = made.parse((await create(address, to)).body).data;
  for (let time = 0; time < times; time += 1) {
    const status = await pay(paymentUrl, pan);
    if (status !== 402) throw new Error(`the card was not refused: ${status}`);
  }
  return paymentUrl;
}

const { insufficientFunds: uzcard, refusedHumo: humo } = cards;

it('ten refused cards close an address with the true reason, whether their payments failed or stay open', async () => {
  for (let time = 0; time < 10; time += 1) await refuse('10.1.0.1', uzcard, 1, await signIn(app.db, testSecrets.jwt));
  const refused = await create('10.1.0.1');
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'TooManyRequests' } } });
  expect(JSON.stringify(refused.body)).toContain('слишком много неудачных оплат');
  expect(JSON.stringify(refused.body)).not.toMatch(/отклонена/i);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  for (let time = 0; time < 2; time += 1) await refuse('10.1.0.2', humo, 5, await signIn(app.db, testSecrets.jwt));
  expect((await create('10.1.0.2')).status).toBe(429);
  expect((await create('10.1.0.3')).status).toBe(200);
});

it('a payment stays open after refused cards, and each refusal counts once', async () => {
  const other = await signIn(app.db, testSecrets.jwt);
  const paymentUrl = await refuse('10.2.0.1', uzcard, 4, other);
  expect(await pay(paymentUrl, cards.noCode)).toBe(200);
  await refuse('10.2.0.1', uzcard, 4, other);
  await refuse('10.2.0.1', uzcard, 1, other);
  expect((await create('10.2.0.1', other)).status).toBe(200);
  await refuse('10.2.0.1', uzcard, 1, other);
  expect((await create('10.2.0.1', other)).status).toBe(429);
});

it('twenty refused cards of one system close only that system for the creator', async () => {
  for (const address of ['10.3.0.1', '10.3.0.2']) {
    await refuse(address, uzcard, 5);
    await refuse(address, uzcard, 4);
  }
  await refuse('10.3.0.3', uzcard, 2);
  const open = await create('10.3.0.4');
  expect(open).toMatchObject({ status: 200, body: { data: { closedSystems: ['uzcard'] } } });
  const other = await signIn(app.db, testSecrets.jwt);
  expect((await create('10.3.0.4', other)).body).toMatchObject({ data: { closedSystems: [] } });
  for (let time = 0; time < 5; time += 1) await refuse(`10.3.1.${time}`, humo, 4);
  const closed = await create('10.3.0.4');
  expect(closed.status).toBe(429);
  expect(JSON.stringify(closed.body)).toContain('У этого автора слишком много неудачных оплат');
});

it('ten refused cards of an IPv6 network close the whole network', async () => {
  const to = await signIn(app.db, testSecrets.jwt);
  for (const end of [1, 2]) await refuse(`2001:db8:10:1::${end}`, uzcard, 5, to);
  expect((await create('2001:db8:10:1:ffff::9', to)).status).toBe(429);
  expect((await create('2001:db8:10:2::1', to)).status).toBe(200);
});

it('networks of one IPv6 site cannot close a system for others, and are closed at that creator alone', async () => {
  const to = await signIn(app.db, testSecrets.jwt);
  const another = await signIn(app.db, testSecrets.jwt);
  for (const network of [1, 2, 3]) {
    for (const end of [1, 2]) {
      const answer = await create(`2001:db8:11:${network}::${end}`, to);
      if (answer.status !== 200) continue;
      const { paymentUrl } = made.parse(answer.body).data;
      for (let time = 0; time < 4; time += 1) expect(await pay(paymentUrl, uzcard)).toBe(402);
    }
  }
  expect((await create('2001:db8:11:4::1', to)).status).toBe(429);
  expect((await create('2001:db8:11:4::1', another)).status).toBe(200);
  expect((await create('2001:db8:12:1::1', to)).body).toMatchObject({ data: { closedSystems: [] } });
});

it('one network alone closes no system of a creator, however many payments it has opened before', async () => {
  const to = await signIn(app.db, testSecrets.jwt);
  const opened = await Promise.all(Array.from({ length: 8 }, () => create('10.3.9.1', to)));
  for (const { body } of opened) {
    const { paymentUrl } = made.parse(body).data;
    for (let time = 0; time < 4; time += 1) expect(await pay(paymentUrl, uzcard)).toBe(402);
  }
  expect((await create('10.3.9.1', to)).status).toBe(429);
  expect((await create('10.3.9.2', to)).body).toMatchObject({ data: { closedSystems: [] } });
});

describe('a country with other cards', () => {
  /** Reports the provider's news on a new donation from an address. */
  async function report(
    to: SignedIn,
    address: string,
    news: Pick<ProviderUpdate, 'status' | 'refusals'>,
  ): Promise<void> {
    const { payId, paymentUrl } = made.parse((await create(address, to, abroad)).body).data;
    const reported = { id: paymentUrl.split('/').at(-1) ?? '', reference: payId, amount: 1_000_000, ...news };
    if ((await abroad.opora.areas.payments.settle(reported)) !== 'known') throw new Error('the donation is not known');
  }

  it('counts each of its systems separately, and closes when all of them are refused', async () => {
    const to = await signIn(abroad.db, testSecrets.jwt);
    const tellOf = async (network: string, prefix: string) => {
      const refusals = Array(5).fill({ system: 'card', prefix });
      for (const end of [1, 2, 3, 4]) await report(to, `${network}.${end}`, { status: 'created', refusals });
    };
    for (const [network, prefix] of Object.entries({ '10.5.1': '8600', '10.5.2': '411111' })) {
      await tellOf(network, prefix);
    }
    expect((await create('10.5.4.1', to, abroad)).body).toMatchObject({ data: { closedSystems: ['uzcard', 'visa'] } });
    await tellOf('10.5.3', '510000');
    expect((await create('10.5.4.1', to, abroad)).status).toBe(429);
  });

  it('counts a refused card without details for each of its systems', async () => {
    const to = await signIn(abroad.db, testSecrets.jwt);
    for (let time = 0; time < 20; time += 1) await report(to, `10.6.1.${time}`, { status: 'failed' });
    expect((await create('10.6.2.1', to, abroad)).status).toBe(429);
  });
});

it('a refused card is stored as a count only', async () => {
  await refuse('10.4.0.1', uzcard, 1, await signIn(app.db, testSecrets.jwt));
  const { rows } = await app.db.pool.query('select p.*, d.* from payment p join donation d on d.id = p.reference');
  const stored = JSON.stringify([rows, app.logLines]);
  expect(stored).not.toMatch(/860000|8600\s?00/);
});
