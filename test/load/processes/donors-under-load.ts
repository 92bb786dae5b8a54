import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { troubleOf } from '#base/db/database-trouble.server.ts';
import { giveUntilAcknowledged, inParallel, payByCard, testCards } from '#test/load/money/donors.ts';
import { readMoneyFaults } from '#test/load/money/money-evidence.ts';
import type { Fleet } from '#test/load/server-fleet.ts';
import { findAlertFaults, readAlerts } from '#test/load/widgets/alerts-evidence.ts';
import { shortenAlerts } from '#test/load/widgets/widget-key.ts';
import { loadPage, openScreen } from '#test/load/widgets/widget-source.ts';
import { openLineBy } from '#test/support/network/line.ts';
import { signIn } from '#test/support/sign-in.ts';
import { apiOf, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { openShopUnderLoad } from './buyers-under-load.ts';

/** What is put under load, at one address. */
interface Ground extends Pick<Fleet, 'db' | 'books'> {
  readonly url: string;
  readonly api: TestApp['request'];
}

interface LoadSize {
  /** At least: donors give until what disturbs has ended, too. */
  readonly donations: number;
  readonly clients: number;
  readonly widgets: number;
  /** A donor's pause between two donations, in milliseconds. */
  readonly restMs: number;
  /** At least so many orders, too: buyers order and pay as long as donors give. Default: none. */
  readonly orders?: number;
  /** Pages that visitors read meanwhile, each once; beside them they read lists. */
  readonly pages?: readonly string[];
}

/** Reads an address once. Returns the text; if the answer is not 200, records the failure. */
async function readOnce(address: string, failed: string[]): Promise<string> {
  try {
    const response = await fetch(address);
    const text = await response.text();
    if (response.status === 200) return text;
    failed.push(`${address}: ${response.status}`);
  } catch (error) {
    failed.push(`${address}: ${error instanceof Error ? String(error.cause ?? error.message) : 'broken off'}`);
  }
  return '';
}

/** Visitors read pages, a file of each, and lists until the end, without retries. */
async function visit(url: string, paths: readonly string[], isOver: () => boolean) {
  const failed: string[] = [];
  let reads = 0;
  await inParallel(4, 4, async (visitor) => {
    for (let at = visitor; !isOver(); at += 1) {
      const text = await readOnce(`${url}${paths[at % paths.length]}`, failed);
      const files = text.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [];
      const [file] = files.slice(at % Math.max(1, files.length));
      if (file !== undefined) await readOnce(`${url}${file}`, failed);
      reads += file === undefined ? 1 : 2;
      await pause(20);
    }
  });
  return { reads, failed };
}

/** Waits until the server knows of every payment and every alert has ended. */
async function waitUntilQuiet({ db }: Ground, limitSeconds: number): Promise<void> {
  for (const giveUpAt = Date.now() + limitSeconds * 1_000; Date.now() < giveUpAt; await pause(250)) {
    try {
      const { rows } = await db.pool.query<{ open: number }>(`select
        (select count(*) from payment where status not in ('Paid', 'Refunded'))::int +
        (select count(*) from alert where state not in ('shown', 'uncertain'))::int as open`);
      if (rows[0]?.open === 0) return;
    } catch (error) {
      // A primary may end later than what disturbed it.
      if (troubleOf(error) !== 'away') throw error;
    }
  }
}

async function countDonations({ db }: Ground): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>('select count(*)::int as count from donation');
  return rows[0]?.count ?? 0;
}

/** Runs many donors, buyers, widgets and visitors while something is disturbed, until the end of that. */
export async function runUnderLoad(ground: Ground, size: LoadSize, disturb: () => Promise<number>) {
  const { db, url, api } = ground;
  const widgets = await Promise.all(
    Array.from({ length: size.widgets }, async () => {
      const creator = await signIn(db, testSecrets.jwt);
      return { projectId: creator.projectId, key: await shortenAlerts(api, creator) };
    }),
  );
  const shop = size.orders === undefined ? null : await openShopUnderLoad(ground);
  const screens = widgets.map(({ key }) => openScreen(key, 20));
  const pages = screens.map((screen) => loadPage(screen, url, api));
  const begun = Date.now();
  const before = await countDonations(ground);
  const acknowledged: { payId: string; amount: number }[] = [];
  let asked = 0;
  let isDisturbed = true;
  let isOver = false;
  let retried = 0;
  try {
    const disturbing = disturb().finally(() => {
      isDisturbed = false;
    });
    const lists = widgets
      .slice(0, 5)
      .map(({ projectId }) => `/api/ProjectPay/List?projectId=${projectId}&Skip=0&Take=10`);
    const visiting = visit(url, [...(size.pages ?? []), ...lists], () => isOver);
    const give = async (index: number) => {
      const { projectId = '' } = widgets[index % widgets.length] ?? {};
      // With a message: those without are gathered into digests where they wait, and then no page plays each of them.
      const words = { name: `Донор ${index % 90}`, message: `Спасибо ${index}` };
      const donation = { projectId, amount: 5_000 + (index % 997), ...words };
      const made = await giveUntilAcknowledged(api, donation, `under-load-${begun}-${index}`);
      acknowledged.push({ payId: made.payId, amount: donation.amount * 100 });
      if (made.tries > 1) retried += 1;
      await payByCard(made.paymentUrl, index % 2 === 0 ? testCards.noCode : testCards.code);
      await pause(Math.random() * size.restMs);
    };
    const giving = inParallel(size.clients, size.clients, async () => {
      while (asked < size.donations || isDisturbed) {
        asked += 1;
        await give(asked - 1);
      }
    });
    await Promise.all([giving, shop?.buy(size.orders ?? 0, () => isDisturbed)]);
    isOver = true;
    const [disturbances, { reads, failed }] = await Promise.all([disturbing, visiting]);
    await waitUntilQuiet(ground, 120);
    const played = screens.flatMap((screen) => screen.played);
    // A load before this one on the same database had widgets of its own.
    const own = new Set(widgets.map(({ projectId }) => projectId));
    const alerts = (await readAlerts(db)).filter(({ projectId }) => own.has(projectId));
    const paid = acknowledged.map(({ payId }) => payId);
    const breaks = screens.flatMap(({ open }) =>
      open.slice(1).map((window, index) => window.from - (open[index]?.to ?? window.from)),
    );
    const money = await readMoneyFaults(ground, { asked: before + asked, acknowledged });
    return {
      /** Donations, orders, ledger and alerts that are not as they must be: everything is 0. */
      faults: { ...money, ...(await shop?.readFaults()), ...findAlertFaults(paid, alerts, played) },
      acknowledged: acknowledged.length,
      orders: shop?.bought.length ?? 0,
      retried: retried + (shop?.retried ?? 0),
      disturbances,
      reads,
      failedReads: failed,
      /** Milliseconds from the end of each stream to its reconnection. */
      breaks,
    };
  } finally {
    isOver = true;
    for (const page of pages) page.close();
  }
}

/** One address for the servers of a fleet: connections go to them in turns, and break off where one is down. */
export async function openBalancer({ servers }: Pick<Fleet, 'servers'>) {
  let turn = 0;
  const line = await openLineBy('http://127.0.0.1', (client) => {
    turn += 1;
    const far = connect({ port: servers[turn % servers.length]?.port ?? 0, host: '127.0.0.1', noDelay: true });
    client.setNoDelay().pipe(far).pipe(client);
    return far;
  });
  const url = new URL(line.url).origin;
  return { url, api: apiOf(url), close: line.close };
}
