import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { prove, scaled } from '#test/load/prove.ts';
import { apiOf } from '#test/support/start-app.ts';
import { giveUntilAcknowledged, inParallel } from './donors.ts';
import { harmless, type ProxyFaults } from './faulty-proxy.ts';
import { countOf, hostedSystems, inHostedWorld, payThere, readHostedFaults, untilAgreed } from './hosted-world.ts';
import { killOnTheWay } from './settling.ts';
import { readSystemBooks } from './system-books.ts';

/** Shares of the packets of answers: a donation here takes a dozen of them. */
const badNetwork: ProxyFaults = { cut: 0.06, drop: 0.03, delay: 0.2, delayMs: 300 };

test.each(hostedSystems)('1: payments at %s survive a server that is killed and bad networks', (system) =>
  inHostedWorld(system, { proxies: ['clients', 'provider'] }, async (world) => {
    const { fleet, projectId } = world;
    const donations = scaled(2_000, 60);
    const kills = scaled(20, 2);
    const proxies = Object.values(fleet.network);
    const setAll = (faults: ProxyFaults) => proxies.forEach((proxy) => void Object.assign(proxy.faults, faults));
    setAll(badNetwork);
    const api = apiOf(fleet.network.clients?.url ?? fleet.server.url);
    const acknowledged: { payId: string; amount: number }[] = [];
    const killing = killOnTheWay(fleet, kills, () => acknowledged.length / donations);
    await inParallel(donations, Math.min(60, Math.ceil(donations / 4)), async (index) => {
      const amount = 10_000 + (index % 997);
      const key = `torture-${system}-${index}`;
      const { payId, paymentUrl } = await giveUntilAcknowledged(api, { projectId, amount, system }, key);
      acknowledged.push({ payId, amount: amount * 100 });
      await payThere(world, paymentUrl, index);
    });
    const killed = await killing;
    setAll(harmless);
    const agreedAfter = await untilAgreed(world, 120);
    const { faults, books, met } = await readHostedFaults(world, { asked: donations, acknowledged });
    const refunded = books.filter(({ status }) => status === 'refunded').length;
    prove(1, {
      promise: `${donations} donations of 60 clients at ${system}, its calls repeated, pressed twice, bad networks: ledger = ${system}`,
      none: faults,
      times: { 'agreed after, s': [agreedAfter, 60] },
      met: {
        'server killed': [killed, kills],
        'answers lost': proxies.reduce((sum, { counts }) => sum + counts.cut + counts.dropped, 0),
        'refunded there': refunded,
        ...met,
      },
    });
  }),
);

/** Where a payer can pay while no server runs; cards by Payme are charged by a server. */
const systemsWithPages = hostedSystems.filter((system) => system !== 'payme-card');

test.each(systemsWithPages)('5: %s is down after payments of which the server could not learn', (system) =>
  inHostedWorld(system, {}, async (world) => {
    const { fleet, projectId, scene } = world;
    const donations = scaled(60, 9);
    const seconds = scaled(75, 10);
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
    const falselyPaid = await countOf(world, 'donation where paid_at is not null');
    await scene.fault('none');
    const caughtUpAfter = await untilAgreed(world, 90);
    const { faults, books, met } = await readHostedFaults(world, { asked: donations, acknowledged });
    const paid = books.filter(({ status }) => status === 'paid').length;
    prove(5, {
      promise: `${donations} donations at ${system}, which is down for ${seconds} s: nothing falsely paid, caught up within 60 s`,
      none: { ...faults, 'falsely paid': falselyPaid, 'not paid in the end': payers.length - paid },
      times: { 'caught up after, s': [caughtUpAfter, 60] },
      met: { 'paid unknown to the server': [waiting, payers.length], ...met },
    });
  }),
);
