import { test } from 'vitest';
import { createPerson } from '#app/profile/new-person.server.ts';
import { dumpDatabase, findCardNumbers } from '#test/load/browser/secret-search.ts';
import { prove, scaled } from '#test/load/prove.ts';
import { openFleet } from '#test/load/server-fleet.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { apiOf } from '#test/support/start-app.ts';
import { giveUntilAcknowledged, inParallel, payByCard, testCards } from './donors.ts';
import { harmless } from './faulty-proxy.ts';
import { readMoneyFaults } from './money-evidence.ts';
import { killOnTheWay, waitUntilSettled } from './settling.ts';

/** Shares of the packets of answers; a donation takes dozens of them from the database. */
const badNetwork = {
  clients: { cut: 0.01, drop: 0.005, delay: 0.05, delayMs: 60 },
  provider: { cut: 0.01, drop: 0.005, delay: 0.05, delayMs: 200 },
  database: { cut: 0.0015, drop: 0.0005, delay: 0.005, delayMs: 60 },
} as const;
const ways = ['clients', 'provider', 'database'] as const;

test('1 and 24: a server killed under donations, behind bad networks, loses and doubles nothing', async () => {
  const donations = scaled(10_000, 150);
  const kills = scaled(50, 3);
  const fleet = await openFleet({ proxies: ways });
  const { network } = fleet;
  try {
    for (const way of ways) Object.assign(network[way]?.faults ?? {}, badNetwork[way]);
    const projects = await Promise.all(
      Array.from({ length: 5 }, () => fleet.db.transaction((tx) => createPerson(tx, { phone: newPhone() }))),
    );
    const api = apiOf(network.clients?.url ?? fleet.server.url);
    const acknowledged: { payId: string; amount: number }[] = [];
    let retried = 0;
    const killing = killOnTheWay(fleet, kills, () => acknowledged.length / donations);
    // If all were in progress at once, one burst could finish them before the last kill.
    await inParallel(donations, Math.min(200, Math.ceil(donations / 4)), async (index) => {
      const amount = 5_000 + (index % 997);
      const { projectId = '' } = projects[index % projects.length] ?? {};
      const donation = { projectId, amount, name: `Донор ${index % 90}` };
      const { payId, paymentUrl, tries } = await giveUntilAcknowledged(api, donation, `torture-donation-${index}`);
      acknowledged.push({ payId, amount: amount * 100 });
      if (tries > 1) retried += 1;
      await payByCard(paymentUrl, index % 2 === 0 ? testCards.noCode : testCards.code);
    });
    const killed = await killing;
    for (const way of ways) Object.assign(network[way]?.faults ?? {}, harmless);
    const settledAfter = await waitUntilSettled(fleet, 120);
    const lost = ways.map((way) => {
      const { cut = 0, dropped = 0 } = network[way]?.counts ?? {};
      return [`answers lost: ${way}`, cut + dropped] as const;
    });
    prove(1, {
      promise: `${donations} donations of 200 clients, bad networks everywhere: nothing lost or doubled, ledger = provider`,
      none: await readMoneyFaults(fleet, { asked: donations, acknowledged }),
      times: { 'all known after, s': [settledAfter, 60] },
      met: {
        'server killed': [killed, kills],
        acknowledged: [acknowledged.length, donations],
        ...Object.fromEntries(lost),
      },
      shown: { retried },
    });
    prove(24, {
      promise: 'after all those donations no card number in the database or in the log',
      none: { 'card numbers': findCardNumbers(`${await dumpDatabase(fleet)}\n${fleet.logLines.join('\n')}`) },
      met: { donations: acknowledged.length },
    });
  } finally {
    await fleet.close();
  }
});
