import { pino } from 'pino';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { reconcile } from '#app/payments/books/reconcile.server.ts';
import { createPaymentSystems } from '#app/payments/systems/create-systems.server.ts';
import { readConfig } from '#base/config/config.server.ts';
import { everySystemEnv } from '#test/support/money/every-system.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { standInAddresses, startApp, testSecrets } from '#test/support/start-app.ts';
import { seedDemoWorld } from '../demo-world.ts';

const env = { ...everySystemEnv, JWT_SECRET: testSecrets.jwt, PAYMENT: 'gateway,payme,click,stripe' };
const app = await startApp({ env });
afterAll(() => app.close());
const provider = {
  url: app.sandbox.url,
  secret: testSecrets.payment,
  callbackUrl: `${app.url}/api/Payment/Callback`,
};
const stand = { ...readConfig({ ...env, SANDBOX: 'payme,click,stripe' }), provider };
await seedDemoWorld(app.opora, stand, pino({ level: 'silent' }));

const bearer = { authorization: `Bearer ${testSecrets.payment}`, 'content-type': 'application/json' };

async function compared() {
  const place = { ...env, ...standInAddresses(app.sandbox.url), PAYMENT_URL: app.sandbox.url, SANDBOX_PORT: 'off' };
  const config = readConfig({ ...place, PAYMENT_SECRET: testSecrets.payment, NODE_ENV: 'test', PUBLIC_URL: app.url });
  const systems = createPaymentSystems({ db: app.db, config, paymentUrl: app.sandbox.url });
  const results = await reconcile({ db: app.db, systems, since: new Date(0), pause: async () => undefined });
  return new Map(results.map((result) => [result.system, result]));
}

/** A paid donation of a system, and its own id there. */
async function paidBy(system: string): Promise<{ id: string; theirId: string }> {
  const { rows } = await app.db.execute<{ id: string; theirId: string }>(sql`
    select p.id, coalesce(t.id, p.provider_id) as "theirId" from payment p left join payme_transaction t on t.payment_id = p.id
    where p.system = ${system} and p.kind = 'donation' and p.status = 'Paid' order by p.created_at limit 1`);
  const [row] = rows;
  if (row === undefined) throw new Error(`nothing is paid by ${system}`);
  return row;
}

const faults = async () => ({ ...(await readLedgerFaults(app.db)), ...(await readTotalFaults(app.db)) });

test('most payments are by card, the others by each system on offer, and most systems have refunded some', async () => {
  const { rows } = await app.db.execute<{ system: string; paid: number; refunded: number }>(sql`
    select system, count(paid_at)::int as paid, (count(*) filter (where status = 'Refunded'))::int as refunded
    from payment group by system order by paid desc`);
  expect(rows.map(({ system }) => system)).toEqual(['gateway', 'payme', 'click', 'stripe']);
  const paid = rows.map((row) => row.paid);
  const all = paid.reduce((sum, one) => sum + one, 0);
  expect(paid[0] ?? 0).toBeGreaterThan(all / 2);
  expect(paid[3] ?? 0).toBeGreaterThan(5);
  expect(rows.filter(({ refunded }) => refunded > 0).length).toBeGreaterThan(2);
  expect(rows.reduce((sum, { refunded }) => sum + refunded, 0)).toBe(5);
  expect(Object.values(await faults()).filter((fault) => fault !== 0)).toEqual([]);
});

test('the books of each system agree with ours, and Payme finds its own in ours', async () => {
  const { rows } = await app.db.execute<{ system: string; count: number }>(sql`
    select system, count(*)::int as count from payment group by system order by count desc`);
  const results = await compared();
  for (const { system, count } of rows) {
    expect([...results.values()].find((result) => result.system === system)).toMatchObject({
      compared: count,
      notCompared: 0,
      why: null,
      differences: [],
    });
  }
  const paidAtPayme = await app.db.execute(sql`select from payment where system = 'payme' and paid_at is not null`);
  const answer = await fetch(`${app.sandbox.url}/payme/control/reconciliation`, {
    method: 'POST',
    headers: bearer,
    body: JSON.stringify({ from: 0, to: Date.now() }),
  });
  expect(await answer.json()).toEqual({ compared: paidAtPayme.rowCount, differences: [] });
  const nights = await app.db.execute<{ systems: string[] }>(sql`
    select distinct array(select r->>'system' from jsonb_array_elements(results) r) as systems from book_comparison
    where ended_at is not null and is_whole and night < (select max(night) from book_comparison)`);
  expect(nights.rows).toEqual([{ systems: ['gateway', 'payme', 'click', 'stripe'] }]);
});

test('each payment by Payme and Click has its fiscal receipt, each refund too, and none is missing', async () => {
  const { rows } = await app.db.execute(sql`
    select (select count(*)::int from receipt_due) as due, (count(*) filter (where f.wanted <> f.stored))::int as wrong,
      sum(f.stored) > 100 as many
    from payment p, lateral (
      select case p.status when 'Paid' then 1 when 'Refunded' then 2 else 0 end as wanted,
        (select count(*) from payment_fiscal_receipt r where r.payment_id = p.id and r.sign <> '') as stored
    ) f where p.system in ('payme', 'click')`);
  expect(rows).toEqual([{ due: 0, wrong: 0, many: true }]);
});

test('what is given back in a cabinet of Payme or Stripe is refunded here, in the ledger and in the books', async () => {
  const payme = await paidBy('payme');
  const stripe = await paidBy('stripe');
  for (const path of [`payme/transactions/${payme.theirId}/refund`, `stripe/sessions/${stripe.theirId}/refund`]) {
    const answer = await fetch(`${app.sandbox.url}/${path}`, { method: 'POST', redirect: 'manual' });
    expect(answer.status).toBe(303);
  }
  await expect
    .poll(
      async () => {
        const ids = [payme.id, stripe.id];
        const { rows } = await app.db.execute(sql`select distinct status from payment where id = any (${ids}::uuid[])`);
        return rows;
      },
      { timeout: 30_000 },
    )
    .toEqual([{ status: 'Refunded' }]);
  expect(Object.values(await faults()).filter((fault) => fault !== 0)).toEqual([]);
  const results = await compared();
  expect([...results.values()].flatMap(({ differences }) => differences)).toEqual([]);
});
