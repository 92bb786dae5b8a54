import { setTimeout as pause } from 'node:timers/promises';
import { createPerson } from '#app/profile/new-person.server.ts';
import { clickEnv } from '#test/support/money/click-caller.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { paymeEnv } from '#test/support/money/payme-caller.ts';
import { stripeEnv, stripeScene } from '#test/support/money/stripe-scene.ts';
import { clickScene, paymeScene } from '#test/support/money/system-scenes.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { apiOf, testSecrets } from '#test/support/start-app.ts';
import { type Fleet, openFleet } from '#test/torture/fleet/server-fleet.ts';
import { killOnTheWay } from './donations-under-fire.ts';
import { giveUntilAcknowledged, inParallel } from './donors.ts';
import { harmless, type ProxyFaults } from './faulty-proxy.ts';
import { findMoneyFaults, type MoneyFaults, readEvidence } from './money-evidence.ts';
import { type HostedSystem, readSystemBooks } from './system-books.ts';

const systems = {
  payme: { env: paymeEnv, sceneOf: paymeScene },
  click: { env: clickEnv, sceneOf: clickScene },
  stripe: { env: stripeEnv, sceneOf: stripeScene },
} as const;

interface SystemPlan {
  readonly system: HostedSystem;
  readonly donations: number;
  readonly clients: number;
  readonly kills: number;
}

interface SystemResult {
  readonly acknowledged: number;
  readonly faults: MoneyFaults;
  readonly ledgerFaults: Awaited<ReturnType<typeof readLedgerFaults>>;
  readonly totalFaults: Awaited<ReturnType<typeof readTotalFaults>>;
  /** Calls of the system that were answered differently when they were repeated. */
  readonly unequal: readonly string[];
  readonly kills: number;
  /** Answers to the system and to donors, and answers of the system, that were lost. */
  readonly lostAnswers: number;
  /** Payments that the system has refunded on its own. */
  readonly refunded: number;
  /** From the last acknowledgement until server and system agreed. */
  readonly settledAfter: number;
}

/** Shares of the packets of answers: a donation here takes a dozen of them. */
const badNetwork: ProxyFaults = { cut: 0.06, drop: 0.03, delay: 0.2, delayMs: 300 };

/** The payments about which server and system disagree. */
async function countOpen(fleet: Fleet, system: HostedSystem): Promise<number> {
  const { books, waiting } = await readSystemBooks(fleet.providerUrl, system);
  const { rows } = await fleet.db.pool.query<{ reference: string; status: string }>(
    'select reference, status from payment',
  );
  const known = new Map(rows.map(({ reference, status }) => [reference, status.toLowerCase()]));
  const open = books.filter(({ reference, status }) => status !== 'created' && known.get(reference) !== status);
  return waiting + open.length;
}

async function waitUntilAgreed(fleet: Fleet, system: HostedSystem, limitSeconds: number): Promise<number> {
  const begun = Date.now();
  for (;;) {
    const open = await countOpen(fleet, system);
    const seconds = (Date.now() - begun) / 1_000;
    if (open === 0) return seconds;
    if (seconds > limitSeconds) return Number.POSITIVE_INFINITY;
    await pause(250);
  }
}

/** Donors who pay on the page of a system, some of them twice at once; some payments are refunded there. */
function donorsOf(fleet: Fleet, system: HostedSystem) {
  const scene = systems[system].sceneOf({
    url: fleet.providerUrl,
    secret: testSecrets.payment,
    cut: () => undefined,
  });
  const quietly = (act: Promise<void>) => act.catch(() => undefined);
  return async (paymentUrl: string, index: number) => {
    const tries = index % 7 === 0 ? 2 : 1;
    await Promise.all(Array.from({ length: tries }, () => quietly(scene.pay(paymentUrl))));
    // Click does not report refunds: they are found minutes later.
    if (scene.reportsRefunds && index % 5 === 0) await quietly(scene.refundThere(paymentUrl));
  };
}

/** Invariant 1 with a payment system that has a page of its own: it calls the server, which is killed repeatedly, over bad networks. */
export async function runSystemUnderFire({ system, donations, clients, kills }: SystemPlan): Promise<SystemResult> {
  const { env } = systems[system];
  const fleet = await openFleet({ env, proxies: ['clients', 'provider'] });
  const { network } = fleet;
  const proxies = Object.values(network);
  const setAll = (faults: ProxyFaults) => proxies.forEach((proxy) => void Object.assign(proxy.faults, faults));
  try {
    setAll(badNetwork);
    const { projectId } = await fleet.db.transaction((tx) => createPerson(tx, { phone: newPhone() }));
    const api = apiOf(network.clients?.url ?? fleet.server.url);
    const pay = donorsOf(fleet, system);
    const acknowledged: { payId: string; amount: number }[] = [];
    const give = async (index: number) => {
      const amount = 10_000 + (index % 997);
      const key = `torture-${system}-${index}`;
      const { payId, paymentUrl } = await giveUntilAcknowledged(api, { projectId, amount, system }, key);
      acknowledged.push({ payId, amount: amount * 100 });
      await pay(paymentUrl, index);
    };
    const killing = killOnTheWay(fleet, kills, () => acknowledged.length / donations);
    await inParallel(donations, Math.min(clients, Math.ceil(donations / 4)), give);
    const killed = await killing;
    setAll(harmless);
    const settledAfter = await waitUntilAgreed(fleet, system, 120);
    const { books, unequal } = await readSystemBooks(fleet.providerUrl, system);
    const evidence = await readEvidence(
      { db: fleet.db, books: async () => [...books] },
      { asked: donations, acknowledged },
    );
    return {
      acknowledged: acknowledged.length,
      faults: findMoneyFaults(evidence),
      unequal,
      kills: killed,
      settledAfter,
      ledgerFaults: await readLedgerFaults(fleet.db),
      totalFaults: await readTotalFaults(fleet.db),
      lostAnswers: proxies.reduce((sum, { counts }) => sum + counts.cut + counts.dropped, 0),
      refunded: books.filter(({ status }) => status === 'refunded').length,
    };
  } finally {
    await fleet.close();
  }
}
