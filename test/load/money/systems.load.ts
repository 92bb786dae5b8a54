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

/** The payments about which server and system disagree, and what the system has yet to call about. */
async function countOpen(fleet: Fleet, system: HostedSystem): Promise<number> {
  const { books, waiting } = await readSystemBooks(fleet.providerUrl, system);
  const { rows } = await fleet.db.pool.query<{ reference: string; status: string }>(
    'select reference, status from payment',
  );
  const known = new Map(rows.map(({ reference, status }) => [reference, status.toLowerCase()]));
  return (
    waiting + books.filter(({ reference, status }) => status !== 'created' && known.get(reference) !== status).length
  );
}

/** Donors who pay on the page of a system, some of them twice at once; some payments are refunded there. */
function donorsOf(fleet: Fleet, system: HostedSystem) {
  const scene = systems[system].sceneOf({ url: fleet.providerUrl, secret: testSecrets.payment, cut: () => undefined });
  const quietly = (act: Promise<void>) => act.catch(() => undefined);
  return async (paymentUrl: string, index: number) => {
    const tries = index % 7 === 0 ? 2 : 1;
    await Promise.all(Array.from({ length: tries }, () => quietly(scene.pay(paymentUrl))));
    // Click does not report refunds: they are found minutes later.
    if (scene.reportsRefunds && index % 5 === 0) await quietly(scene.refundThere(paymentUrl));
  };
}

test.each(['payme', 'click', 'stripe'] as const)(
  '1: payments at %s survive a server that is killed and bad networks',
  async (system) => {
    const donations = scaled(2_000, 60);
    const kills = scaled(20, 2);
    const fleet = await openFleet({ env: systems[system].env, proxies: ['clients', 'provider'] });
    const proxies = Object.values(fleet.network);
    const setAll = (faults: ProxyFaults) => proxies.forEach((proxy) => void Object.assign(proxy.faults, faults));
    try {
      setAll(badNetwork);
      const { projectId } = await fleet.db.transaction((tx) => createPerson(tx, { phone: newPhone() }));
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
        },
        times: { 'agreed after, s': [agreedAfter, 60] },
        met: {
          'server killed': [killed, kills],
          'answers lost': proxies.reduce((sum, { counts }) => sum + counts.cut + counts.dropped, 0),
          ...(system !== 'click' && { 'refunded there': refunded }),
        },
      });
    } finally {
      await fleet.close();
    }
  },
);
