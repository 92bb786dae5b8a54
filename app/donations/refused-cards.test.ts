import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { cardBody, cards } from '#test/money-house.ts';
import { type SignedIn, signIn } from '#test/sign-in.ts';
import { startApp, type TestApp, testSecrets } from '#test/start-app.ts';

let app: TestApp;
let creator: SignedIn;

beforeAll(async () => {
  app = await startApp();
  creator = await signIn(app.db, testSecrets.jwt);
}, 60_000);

afterAll(() => app.close());

const made = z.object({ data: z.object({ paymentUrl: z.string(), closedSystems: z.array(z.string()) }) });

const create = (address: string, { projectId } = creator) =>
  app.api('POST ProjectPay/Create', { body: { projectId, amount: 10_000 } }, { address });

async function pay(paymentUrl: string, pan: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(paymentUrl, { method: 'PATCH', headers, body: JSON.stringify(cardBody(pan)) })).status;
}

/** A payer who tries so many cards, all refused, on one payment. */
async function refuse(address: string, pan: string, times: number, to = creator): Promise<string> {
  const { paymentUrl } = made.parse((await create(address, to)).body).data;
  for (let time = 0; time < times; time += 1) {
    const status = await pay(paymentUrl, pan);
    if (status !== 402) throw new Error(`the card was not refused: ${status}`);
  }
  return paymentUrl;
}

const { insufficientFunds: uzcard, refusedHumo: humo } = cards;

it('ten refused cards close an address at once, with the true reason, whether a payment failed of them or stays open', async () => {
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

it('a payment whose cards were refused stays open for another one, and each refusal counts once', async () => {
  const other = await signIn(app.db, testSecrets.jwt);
  const paymentUrl = await refuse('10.2.0.1', uzcard, 4, other);
  expect(await pay(paymentUrl, cards.noCode)).toBe(200);
  await refuse('10.2.0.1', uzcard, 4, other);
  await refuse('10.2.0.1', uzcard, 1, other);
  expect((await create('10.2.0.1', other)).status).toBe(200);
  await refuse('10.2.0.1', uzcard, 1, other);
  expect((await create('10.2.0.1', other)).status).toBe(429);
});

it('twenty refused cards of one system close it alone at the creator: the others still give', async () => {
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

it('of a refused card nothing is kept but that there was one', async () => {
  await refuse('10.4.0.1', uzcard, 1, await signIn(app.db, testSecrets.jwt));
  const { rows } = await app.db.pool.query('select p.*, d.* from payment p join donation d on d.id = p.reference');
  const kept = JSON.stringify([rows, app.logLines]);
  expect(kept).not.toMatch(/860000|8600\s?00/);
});
