import { pino } from 'pino';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { countryOf } from '#app/country.ts';
import { countsByStatus } from '#app/orders/orders.server.ts';
import { readConfig } from '#base/config/config.server.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { seedDemoWorld } from '../demo-world.ts';

const orderPage = z.object({
  data: z.object({
    items: z.array(z.object({ address: z.string().nullable(), recipient: z.object({ phone: z.string() }) })),
  }),
});

const app = await startApp();
const provider = {
  url: app.sandbox.url,
  secret: testSecrets.payment,
  callbackUrl: `${app.url}/api/Payment/Callback`,
};
const config = { ...readConfig({ JWT_SECRET: testSecrets.jwt }), provider };
await seedDemoWorld(app.opora, config, pino({ level: 'silent' }));
afterAll(() => app.close());

test('the demo world has 40 orders in every status, paid and booked as real ones are', async () => {
  expect(await countsByStatus(app.db)).toEqual({
    AwaitingPayment: 4,
    Paid: 6,
    Processing: 6,
    Shipped: 6,
    ReadyForPickup: 5,
    Completed: 8,
    Cancelled: 3,
    Refunded: 2,
  });
  const { rows } = await app.db.execute(sql`
    select
      count(*) filter (where (o.status in (2, 3, 4, 5, 6)) is distinct from (p.status is not distinct from 'Paid')) as unpaid,
      count(*) filter (where (o.status = 8) is distinct from (p.status is not distinct from 'Refunded')) as unreturned,
      count(*) filter (where o.placed_at > now() or o.updated_at < o.placed_at) as misplaced,
      count(*) filter (where (select array_agg(s.at order by s.id) from order_step s where s.order_id = o.id)
        is distinct from (select array_agg(s.at order by s.at) from order_step s where s.order_id = o.id)) as disordered,
      count(*) filter (where o.status in (2, 3, 4, 5, 6) and o.total is distinct from (
        select -sum(e.amount) from posting g join entry e on e.posting_id = g.id
        where g.reference = o.id and g.kind = 'order' and e.account_id = '00000000-0000-7000-8000-000000000001')) as unbooked,
      count(distinct o.user_id) > 5 as "hasManyBuyers"
    from shop_order o left join payment p on p.reference = o.id where o.status > 0`);
  expect(rows[0]).toEqual({
    unpaid: 0,
    unreturned: 0,
    misplaced: 0,
    disordered: 0,
    unbooked: 0,
    hasManyBuyers: true,
  });
  const faults = { ...(await readLedgerFaults(app.db)), ...(await readTotalFaults(app.db)) };
  expect(Object.entries(faults).filter(([, fault]) => fault !== 0)).toEqual([]);
});

test('the provider knows what was paid: its money can be given back, and its books agree', async () => {
  const books = await fetch(`${app.sandbox.url}/control/books`, {
    headers: { authorization: `Bearer ${testSecrets.payment}` },
  });
  const booksAnswer = z.object({
    payments: z.array(z.object({ id: z.string(), status: z.string(), amount: z.number() })),
  });
  const theirs = booksAnswer
    .parse(await books.json())
    .payments.map(({ id, status, amount }) => `${id} ${status} ${amount}`);
  const { rows } = await app.db.execute<{ ours: string }>(
    sql`select provider_id || ' ' || lower(status) || ' ' || amount as ours from payment`,
  );
  expect(theirs.sort()).toEqual(rows.map(({ ours }) => ours).sort());

  const { token } = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
  const found = await app.db.execute<{ id: string }>(sql`select id from shop_order where status = 3 limit 1`);
  const orderId = found.rows[0]?.id ?? '';
  const body = { orderId, reason: 'Покупатель передумал' };
  expect((await app.api('POST Order/Refund', { body }, { token })).status).toBe(200);
  expect(await countsByStatus(app.db)).toMatchObject({ Processing: 5, Refunded: 3 });
});

test('orders go to phones and places of the country, in its money', async () => {
  const { token } = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
  const { body } = await app.api('GET Order/Orders', { query: { Take: 100 } }, { token });
  const { items } = orderPage.parse(body).data;
  expect(items).toHaveLength(40);
  const { phonePattern, currencyCode } = countryOf('uz');
  expect(items.filter(({ recipient }) => !phonePattern.test(recipient.phone))).toEqual([]);
  const addresses = items.map(({ address }) => address).filter((address) => address !== null);
  expect(addresses.length).toBeGreaterThan(3);
  expect(addresses.filter((address) => /Алматы|Астана|Шымкент|Караганда/.test(address))).toEqual([]);
  const { rows } = await app.db.execute(sql`select distinct currency from payment`);
  expect(rows).toEqual([{ currency: currencyCode }]);
});
