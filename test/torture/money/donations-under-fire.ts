import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { createPerson } from '#app/profile/new-person.server.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { apiOf, type TestApp } from '#test/support/start-app.ts';
import { findCardNumbers } from '#test/torture/browser/secret-search.ts';
import { dumpDatabase } from '#test/torture/browser/secrets-story.ts';
import { type Fleet, openFleet, type Way } from '#test/torture/fleet/server-fleet.ts';
import { giveUntilAcknowledged, inParallel, payByCard, testCards } from './donors.ts';
import { type FaultyProxy, harmless, type ProxyFaults } from './faulty-proxy.ts';
import { findMoneyFaults, type MoneyEvidence, type MoneyFaults, readEvidence } from './money-evidence.ts';

export interface UnderFire {
  readonly donations: number;
  readonly clients: number;
  readonly kills: number;
  /** Where the network is bad. Default: between browsers and server. */
  readonly bad?: readonly Way[];
}

export interface UnderFireResult {
  readonly evidence: MoneyEvidence;
  readonly faults: MoneyFaults;
  /** Sums of lists and tops over HTTP that differ from the totals. */
  readonly wrongLists: number;
  readonly ledgerFaults: Awaited<ReturnType<typeof readLedgerFaults>>;
  readonly totalFaults: Awaited<ReturnType<typeof readTotalFaults>>;
  readonly kills: number;
  /** Answers that each network lost. */
  readonly lostAnswers: Readonly<Record<Way, number>>;
  /** Donations that needed more than one try. */
  readonly retried: number;
  readonly seconds: number;
  /** From the last acknowledgement until the server knew of every payment. */
  readonly settledAfter: number;
  /** Card numbers left in the database or in the log. */
  readonly cardNumbers: number;
}

const list = z.object({
  data: z.object({ totalCount: z.number(), payments: z.array(z.object({ amount: z.number() })) }),
});
const top = z.object({ data: z.array(z.object({ amount: z.number(), count: z.number() })) });
const inMinor = (rows: readonly { amount: number }[]) =>
  rows.reduce((total, { amount }) => total + Math.round(amount * 100), 0);

/** Parses a successful answer; throws with the answer if it is not one. */
async function read(api: TestApp['request'], name: string, query: Record<string, unknown>): Promise<unknown> {
  const { status, body } = await api(name, { query });
  if (status !== 200) throw new Error(`${name} answered ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Compares the public list, page by page, and the top of a project with its totals. Returns how many of the three sums differ. */
async function compareLists(fleet: Fleet, api: TestApp['request'], projectId: string): Promise<number> {
  const { rows } = await fleet.db.pool.query<{ count: number; sum: number }>(
    'select paid_count::float8 as count, paid_sum::float8 as sum from project_total where project_id = $1',
    [projectId],
  );
  const total = rows[0] ?? { count: 0, sum: 0 };
  const listed = { count: 0, sum: 0 };
  for (let skip = 0; ; skip += 100) {
    const answer = list.parse(await read(api, 'GET ProjectPay/List', { projectId, Skip: skip, Take: 100 }));
    listed.count += answer.data.payments.length;
    listed.sum += inMinor(answer.data.payments);
    if (skip === 0 && answer.data.totalCount !== total.count) return 3;
    if (answer.data.payments.length < 100) break;
  }
  const { data: tops } = top.parse(await read(api, 'GET ProjectPay/Top', { projectId, top: 100 }));
  const topCount = tops.reduce((sum, { count }) => sum + count, 0);
  const differs = (one: { count: number; sum: number }) => one.count !== total.count || one.sum !== total.sum;
  return [listed, { count: topCount, sum: inMinor(tops) }].filter(differs).length;
}

const lostOf = (proxy: FaultyProxy | undefined) => (proxy ? proxy.counts.cut + proxy.counts.dropped : 0);

const longestPeace = 6_000;

/** Kills the server after every so many acknowledged donations, or after 6 s, with a random delay. */
export async function killOnTheWay(fleet: Pick<Fleet, 'server'>, kills: number, share: () => number): Promise<number> {
  let done = 0;
  let startedAt = Date.now();
  while (done < kills && share() < 1) {
    const isDue = share() >= (done + 0.5) / kills || Date.now() - startedAt > longestPeace;
    await pause(isDue ? Math.random() * 120 : 20);
    if (!isDue) continue;
    await fleet.server.kill();
    done += 1;
    await fleet.server.start();
    startedAt = Date.now();
  }
  return done;
}

/** Waits until the server has no more payments to check with the provider. Returns the seconds. */
export async function waitUntilSettled(fleet: Pick<Fleet, 'db' | 'books'>, limitSeconds: number): Promise<number> {
  const begun = Date.now();
  for (;;) {
    const { rows } = await fleet.db.pool.query<{ open: string; reference: string }>(
      `select reference from payment where status not in ('Paid', 'Refunded')`,
    );
    const open = new Set(rows.map(({ reference }) => reference));
    const books = await fleet.books();
    const seconds = (Date.now() - begun) / 1000;
    if (!books.some(({ status, reference }) => status === 'paid' && open.has(reference))) return seconds;
    if (seconds > limitSeconds) return Number.POSITIVE_INFINITY;
    await pause(250);
  }
}

/** Shares of the packets of answers; a donation takes dozens of them from the database. */
const badNetwork = {
  clients: { cut: 0.01, drop: 0.005, delay: 0.05, delayMs: 60 },
  provider: { cut: 0.01, drop: 0.005, delay: 0.05, delayMs: 200 },
  database: { cut: 0.0015, drop: 0.0005, delay: 0.005, delayMs: 60 },
} as const;

/** Invariant 1: many donors give while the server is killed repeatedly and every network loses and cuts answers. */
export async function runDonationsUnderFire(plan: UnderFire): Promise<UnderFireResult> {
  const { donations, clients, kills, bad = ['clients'] } = plan;
  const fleet = await openFleet({ proxies: bad });
  const { network } = fleet;
  const set = (way: Way, faults: ProxyFaults) => Object.assign(network[way]?.faults ?? {}, faults);
  try {
    for (const way of bad) set(way, badNetwork[way]);
    const projects = await Promise.all(
      Array.from({ length: 5 }, () => fleet.db.transaction((tx) => createPerson(tx, { phone: newPhone() }))),
    );
    const api = apiOf(network.clients?.url ?? fleet.server.url);
    const acknowledged: { payId: string; amount: number }[] = [];
    let retried = 0;
    const begun = Date.now();
    const give = async (index: number) => {
      const projectId = projects[index % projects.length]?.projectId ?? '';
      const amount = 5_000 + (index % 997);
      const donation = { projectId, amount, name: `Донор ${index % 90}` };
      const { payId, paymentUrl, tries } = await giveUntilAcknowledged(api, donation, `torture-donation-${index}`);
      acknowledged.push({ payId, amount: amount * 100 });
      if (tries > 1) retried += 1;
      await payByCard(paymentUrl, index % 2 === 0 ? testCards.noCode : testCards.code);
    };
    const killing = killOnTheWay(fleet, kills, () => acknowledged.length / donations);
    // If all were in progress at once, one burst could finish them before the last kill.
    await inParallel(donations, Math.min(clients, Math.ceil(donations / 4)), give);
    const killed = await killing;
    for (const way of bad) set(way, harmless);
    const settledAfter = await waitUntilSettled(fleet, 120);
    const seconds = (Date.now() - begun) / 1000;
    const evidence = await readEvidence(fleet, { asked: donations, acknowledged });
    let wrongLists = 0;
    for (const { projectId } of projects) wrongLists += await compareLists(fleet, fleet.server.api, projectId);
    return {
      evidence,
      faults: findMoneyFaults(evidence),
      wrongLists,
      kills: killed,
      retried,
      seconds,
      settledAfter,
      ledgerFaults: await readLedgerFaults(fleet.db),
      totalFaults: await readTotalFaults(fleet.db),
      lostAnswers: {
        clients: lostOf(network.clients),
        provider: lostOf(network.provider),
        database: lostOf(network.database),
      },
      cardNumbers: findCardNumbers(`${await dumpDatabase(fleet)}\n${fleet.logLines.join('\n')}`).length,
    };
  } finally {
    await fleet.close();
  }
}
