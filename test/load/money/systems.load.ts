import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { createPerson } from '#app/profile/new-person.server.ts';
import { prove, scaled } from '#test/load/prove.ts';
import { type Fleet, openFleet } from '#test/load/server-fleet.ts';
import { clickEnv } from '#test/support/money/click-caller.ts';
import { paymeEnv } from '#test/support/money/payme-caller.ts';
import { stripeEnv, stripeScene } from '#test/support/money/stripe-scene.ts';
import { clickScene, paymeScene } from '#test/support/money/system-scenes.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { apiOf, testSecrets } from '#test/support/start-app.ts';
import { giveUntilAcknowledged, inParallel } from './donors.ts';
import { harmless, type ProxyFaults } from './faulty-proxy.ts';
import { readMoneyFaults } from './money-evidence.ts';
import { killOnTheWay, untilNoneIsOpen } from './settling.ts';
import { type HostedSystem, readSystemBooks } from './system-books.ts';

const systems = {
  payme: { env: paymeEnv, sceneOf: paymeScene },
  click: { env: clickEnv, sceneOf: clickScene },
  stripe: { env: stripeEnv, sceneOf: stripeScene },
} as const;

/** Shares of the packets of answers: a donation here takes a dozen of them. */
const badNetwork: ProxyFaults = { cut: 0.06, drop: 0.03, delay: 0.2, delayMs: 300 };

const names = ['payme', 'click', 'stripe'] as const;

/** A project that gets the donations, whose fiscal receipts are made where the system makes them. */
async function projectOf({ db }: Fleet): Promise<string> {
  const item = { code: '10305008002000001', packageCode: '1501', unit: '796', vat: 12 };
  await db.pool.query(`insert into tax_item_default (kind, item) values ('donation', $1)`, [item]);
  return (await db.transaction((tx) => createPerson(tx, { phone: newPhone() }))).projectId;
}

async function countOf({ db }: Fleet, rows: string): Promise<number> {
  const { rows: found } = await db.pool.query<{ count: number }>(`select count(*)::float8 as count from ${rows}`);
  return found[0]?.count ?? 0;
}

const missingReceipts = (fleet: Fleet) => countOf(fleet, 'receipt_due where is_reported');

/** The payments about which server and system disagree, and what the system has yet to call about. */
async function countOpen(fleet: Fleet, system: HostedSystem): Promise<number> {
  const { books, waiting } = await readSystemBooks(fleet.providerUrl, system);
  const { rows } = await fleet.db.pool.query<{ reference: string; status: string }>(
    'select reference, status from payment',
  );
  const known = new Map(rows.map(({ reference, status }) => [reference, status.toLowerCase()]));
  return (
    waiting +
    (await missingReceipts(fleet)) +
    books.filter(({ reference, status }) => status !== 'created' && known.get(reference) !== status).length
  );
}

const sceneOf = ({ providerUrl }: Fleet, system: HostedSystem) =>
  systems[system].sceneOf({ url: providerUrl, secret: testSecrets.payment, cut: () => undefined });

/** Donors who pay on the page of a system, some of them twice at once; some payments are refunded there. */
function donorsOf(fleet: Fleet, system: HostedSystem) {
  const scene = sceneOf(fleet, system);
  const quietly = (act: Promise<void>) => act.catch(() => undefined);
  return async (paymentUrl: string, index: number) => {
    const tries = index % 7 === 0 ? 2 : 1;
    await Promise.all(Array.from({ length: tries }, () => quietly(scene.pay(paymentUrl))));
    // Click does not report refunds: they are found minutes later.
    if (scene.reportsRefunds && index % 5 === 0) await quietly(scene.refundThere(paymentUrl));
  };
}

test.each(names)('1: payments at %s survive a server that is killed and bad networks', async (system) => {
  const donations = scaled(2_000, 60);
  const kills = scaled(20, 2);
  const fleet = await openFleet({ env: systems[system].env, proxies: ['clients', 'provider'] });
  const proxies = Object.values(fleet.network);
  const setAll = (faults: ProxyFaults) => proxies.forEach((proxy) => void Object.assign(proxy.faults, faults));
  try {
    setAll(badNetwork);
    const projectId = await projectOf(fleet);
    const api = apiOf(fleet.network.clients?.url ?? fleet.server.url);
    const pay = donorsOf(fleet, system);
    const acknowledged: { payId: string; amount: number }[] = [];
    const killing = killOnTheWay(fleet, kills, () => acknowledged.length / donations);
    await inParallel(donations, Math.min(60, Math.ceil(donations / 4)), async (index) => {
      const amount = 10_000 + (index % 997);
      const key = `torture-${system}-${index}`;
      const { payId, paymentUrl } = await giveUntilAcknowledged(api, { projectId, amount, system }, key);
      acknowledged.push({ payId, amount: amount * 100 });
      await pay(paymentUrl, index);
    });
    const killed = await killing;
    setAll(harmless);
    const agreedAfter = await untilNoneIsOpen(() => countOpen(fleet, system), 120);
    const { books, unequal } = await readSystemBooks(fleet.providerUrl, system);
    const refunded = books.filter(({ status }) => status === 'refunded').length;
    const around = { db: fleet.db, books: async () => [...books] };
    prove(1, {
      promise: `${donations} donations of 60 clients at ${system}, its calls repeated, pressed twice, bad networks: ledger = ${system}`,
      none: {
        ...(await readMoneyFaults(around, { asked: donations, acknowledged })),
        'calls answered differently when repeated': unequal,
        'receipts missing': await missingReceipts(fleet),
      },
      times: { 'agreed after, s': [agreedAfter, 60] },
      met: {
        'server killed': [killed, kills],
        'answers lost': proxies.reduce((sum, { counts }) => sum + counts.cut + counts.dropped, 0),
        ...(system !== 'click' && { 'refunded there': refunded }),
        ...(system === 'payme' && { receipts: await countOf(fleet, 'payment_fiscal_receipt') }),
      },
    });
  } finally {
    await fleet.close();
  }
});

test.each(names)('5: %s is down after payments of which the server could not learn', async (system) => {
  const donations = scaled(60, 9);
  const seconds = scaled(75, 10);
  const fleet = await openFleet({ env: systems[system].env });
  try {
    const projectId = await projectOf(fleet);
    const scene = sceneOf(fleet, system);
    const acknowledged: { payId: string; amount: number }[] = [];
    const urls: string[] = [];
    await inParallel(donations, 6, async (index) => {
      const donation = { projectId, amount: 10_000 + index, system };
      const made = await giveUntilAcknowledged(fleet.server.api, donation, `outage-${system}-${index}`);
      acknowledged.push({ payId: made.payId, amount: donation.amount * 100 });
      urls.push(made.paymentUrl);
    });
    await fleet.server.kill();
    // The others never pay.
    const payers = urls.filter((_, index) => index % 3 < 2);
    await inParallel(payers.length, 6, async (index) => scene.pay(payers[index] ?? ''));
    const { waiting } = await readSystemBooks(fleet.providerUrl, system);
    await scene.fault('down');
    await fleet.server.start();
    await pause(seconds * 1_000);
    const falselyPaid = await countOf(fleet, 'donation where paid_at is not null');
    await scene.fault('none');
    const caughtUpAfter = await untilNoneIsOpen(() => countOpen(fleet, system), 90);
    const { books, unequal } = await readSystemBooks(fleet.providerUrl, system);
    const paid = books.filter(({ status }) => status === 'paid').length;
    const around = { db: fleet.db, books: async () => [...books] };
    prove(5, {
      promise: `${donations} donations at ${system}, which is down for ${seconds} s: nothing falsely paid, caught up within 60 s`,
      none: {
        ...(await readMoneyFaults(around, { asked: donations, acknowledged })),
        'falsely paid': falselyPaid,
        'calls answered differently when repeated': unequal,
        'receipts missing': await missingReceipts(fleet),
        'not paid in the end': payers.length - paid,
      },
      times: { 'caught up after, s': [caughtUpAfter, 60] },
      met: { 'paid unknown to the server': [waiting, payers.length] },
    });
  } finally {
    await fleet.close();
  }
});
