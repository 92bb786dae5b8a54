import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { accountOf, paymeCaller, paymeEnv } from '#test/support/money/payme-caller.ts';
import { openedOf } from '#test/support/shop-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const transactions = z.array(
  z.object({ id: z.string(), time: z.number(), account: z.object({ payment: z.string() }) }),
);
const begin = 1_700_000_000_000;
const count = 1_203;

const app = await startApp({ env: paymeEnv });
const { projectId } = await signIn(app.db, testSecrets.jwt, { userName: 'kamola' });
const body = { projectId, amount: 10_000, system: 'payme' };
const { paymentId, paymentUrl } = openedOf(await app.api('POST ProjectPay/Create', { body }));
const payment = accountOf(paymentUrl);
// Seven transactions of each moment, so that pages end between transactions of one moment.
await app.db.pool.query(
  `insert into payme_transaction (id, payment_id, amount, state, time, create_time)
   select 'cancelled-' || n, $1, 1000000, -1, $2::bigint + n / 7, $2 from generate_series(0, $3::int - 1) n`,
  [paymentId, begin, count],
);
afterAll(() => app.close());

async function statementOf(from: number, to: number) {
  const { result } = await paymeCaller(app.url).call('GetStatement', { from, to });
  return transactions.parse(result?.transactions);
}

it('a long statement has each transaction once, in order, both ends included', async () => {
  const all = await statementOf(begin, begin + count);
  expect(new Set(all.map(({ id }) => id)).size).toBe(count);
  expect(all).toHaveLength(count);
  expect(all.map(({ time }) => time)).toEqual(all.map(({ time }) => time).toSorted((one, other) => one - other));
  expect(new Set(all.map(({ account }) => account.payment))).toEqual(new Set([payment]));
  expect(await statementOf(begin + 1, begin + 2)).toHaveLength(14);
});

it('a statement of exactly one page, and one of nothing, are whole', async () => {
  const [last] = await statementOf(begin + 70, begin + 70);
  expect(last?.time).toBe(begin + 70);
  await app.db.pool.query(
    `update payme_transaction set time = 5 where id in (select id from payme_transaction limit 500)`,
  );
  expect(await statementOf(0, 10)).toHaveLength(500);
  expect(await statementOf(10, 0)).toEqual([]);
});

it('a statement holds no more than a page in memory at a time', async () => {
  const { rows } = await app.db.pool.query<{ 'QUERY PLAN': string }>(`
    explain select from payme_transaction t
    where t.time between 1 and 9 and (t.time, t.id) > (1, '') order by t.time, t.id limit 500`);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('payme_transaction_time');
  const response = await fetch(`${app.url}/api/Payment/Payme`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`Paycom:${paymeEnv.PAYME_KEY}`).toString('base64')}`,
    },
    body: JSON.stringify({ id: 'one', method: 'GetStatement', params: { from: begin, to: begin + count } }),
  });
  const sizes: number[] = [];
  for await (const chunk of response.body ?? []) sizes.push(chunk.length);
  expect(response.headers.get('content-length')).toBeNull();
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(sizes.length).toBeGreaterThan(1);
});
