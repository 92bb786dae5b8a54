import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { troubleOf } from '#base/db/database-trouble.server.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { giveUntilAcknowledged, inParallel, payByCard, testCards } from '#test/torture/money/donors.ts';
import { findMoneyFaults, type MoneyFaults, readEvidence } from '#test/torture/money/money-evidence.ts';
import { type AlertFaults, findAlertFaults, readAlerts } from '#test/torture/widgets/alerts-evidence.ts';
import { loadPage, openScreen, type Screen } from '#test/torture/widgets/widget-source.ts';
import { type FleetFixture, processOf } from './fleet-fixture.ts';
import { makeWidget } from './fleet-shared.ts';

/** What is put under load. */
export interface LoadFixture extends Pick<FleetFixture, 'api' | 'db' | 'books'> {
  readonly fleet: Pick<FleetFixture['fleet'], 'url'>;
}

/** Disturbs the processes while donors give. Called once; ends by itself or when giving is over. */
export type Disturbance<Fixture = FleetFixture> = (fixture: Fixture, isOver: () => boolean) => Promise<number>;

export interface LoadSize {
  readonly donations: number;
  readonly clients: number;
  readonly widgets: number;
  /** A donor's pause between two donations, in milliseconds. */
  readonly restMs: number;
}

export interface LoadResult {
  readonly money: MoneyFaults;
  readonly ledger: Record<string, number>;
  readonly totals: Record<string, number>;
  readonly alerts: AlertFaults;
  readonly acknowledged: number;
  /** Donations that needed more than one try. */
  readonly retried: number;
  /** Answers of servers to donors other than 200: the server was too busy, or the first try was still in progress. */
  readonly putOff: readonly string[];
  /** Requests of donors that ended without an answer. */
  readonly brokenOff: readonly string[];
  readonly disturbances: number;
  /** Milliseconds from the end of each stream to its reconnection. */
  readonly reconnected: number[];
  /** Pages, files and lists that were read meanwhile, and those with another answer than 200. */
  readonly reads: number;
  readonly failedReads: readonly string[];
  readonly seconds: number;
}

/** Measures how long each stream was interrupted. */
function breaksOf(screens: readonly Screen[]): number[] {
  return screens.flatMap(({ open }) =>
    open.slice(1).map((window, index) => window.from - (open[index]?.to ?? window.from)),
  );
}

type Failed = string[];

/** Reads an address once. Returns the text; if the answer is not 200, returns an empty text and records the failure. */
async function readOnce(url: string, path: string, failed: Failed): Promise<string> {
  try {
    const response = await fetch(`${url}${path}`);
    const text = await response.text();
    if (response.status === 200) return text;
    failed.push(`${path}: ${response.status}`);
  } catch (error) {
    failed.push(`${path}: ${error instanceof Error ? String(error.cause ?? error.message) : 'broken off'}`);
  }
  return '';
}

/** A visitor: reads pages, a file of each, and lists until the end, without retries. */
async function visit({ fleet }: LoadFixture, projectIds: readonly string[], isOver: () => boolean) {
  let reads = 0;
  const failed: Failed = [];
  const addresses = ['/', '/authors', ...projectIds.map((id) => `/api/ProjectPay/List?projectId=${id}&Skip=0&Take=10`)];
  await inParallel(4, 4, async (visitor) => {
    for (let at = visitor; !isOver(); at += 1) {
      const text = await readOnce(fleet.url, addresses[at % addresses.length] ?? '/', failed);
      const files = text.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [];
      const [file] = files.slice(at % Math.max(1, files.length));
      if (file !== undefined) await readOnce(fleet.url, file, failed);
      reads += file === undefined ? 1 : 2;
      await pause(20);
    }
  });
  return { reads, failed };
}

const refusal = z.object({ error: z.object({ code: z.string() }) });

/** The same call, which records every unexpected answer. */
function noted(call: FleetFixture['api']) {
  const putOff: string[] = [];
  const brokenOff: string[] = [];
  const api: FleetFixture['api'] = async (...asked) => {
    try {
      const answer = await call(...asked);
      const code = refusal.safeParse(answer.body).data?.error.code;
      if (answer.status !== 200)
        (code === undefined ? brokenOff : putOff).push(`${answer.status} ${code ?? ''}`.trim());
      return answer;
    } catch (error) {
      brokenOff.push(error instanceof Error ? String(error.cause ?? error.message) : 'no answer');
      throw error;
    }
  };
  return { api, putOff, brokenOff };
}

/** Waits until the server knows of every payment and every alert has ended. */
async function waitUntilQuiet(fixture: LoadFixture, limitSeconds: number): Promise<void> {
  const giveUpAt = Date.now() + limitSeconds * 1_000;
  while (Date.now() < giveUpAt) {
    try {
      const { rows } = await fixture.db.pool.query<{ open: number }>(`select
        (select count(*) from payment where status not in ('Paid', 'Refunded'))::int +
        (select count(*) from alert where state not in ('shown', 'uncertain'))::int as open`);
      if (rows[0]?.open === 0) return;
    } catch (error) {
      // A primary may end later than what disturbed it.
      if (troubleOf(error) !== 'away') throw error;
    }
    await pause(250);
  }
}

/** Runs many donors and widgets through HAProxy while the processes behind it are disturbed. */
export async function runUnderLoad<Fixture extends LoadFixture>(
  fixture: Fixture,
  size: LoadSize,
  disturb: Disturbance<Fixture>,
): Promise<LoadResult> {
  const widgets = await Promise.all(Array.from({ length: size.widgets }, () => makeWidget(fixture)));
  const screens = widgets.map(({ key }) => openScreen(key, 20));
  const pages = screens.map((screen) => loadPage(screen, fixture.fleet.url, fixture.api));
  const begun = Date.now();
  const before = { payments: (await fixture.books()).length };
  let isOver = false;
  const acknowledged: { payId: string; amount: number }[] = [];
  let retried = 0;
  const { api, putOff, brokenOff } = noted(fixture.api);
  try {
    const disturbing = disturb(fixture, () => isOver);
    const visiting = visit(fixture, widgets.map(({ projectId }) => projectId).slice(0, 5), () => isOver);
    await inParallel(size.donations, size.clients, async (index) => {
      const { projectId = '' } = widgets[index % widgets.length] ?? {};
      const donation = { projectId, amount: 5_000 + (index % 997), name: `Донор ${index % 90}` };
      const made = await giveUntilAcknowledged(api, donation, `fleet-${begun}-${index}`);
      acknowledged.push({ payId: made.payId, amount: donation.amount * 100 });
      if (made.tries > 1) retried += 1;
      await payByCard(made.paymentUrl, index % 2 === 0 ? testCards.noCode : testCards.code);
      if (size.restMs > 0) await pause(Math.random() * size.restMs);
    });
    isOver = true;
    const [disturbances, { reads, failed }] = await Promise.all([disturbing, visiting]);
    await waitUntilQuiet(fixture, 120);
    const evidence = await readEvidence(fixture, { asked: before.payments + size.donations, acknowledged });
    const played = screens.flatMap((screen) => screen.played);
    // A load before this one on the same database had widgets of its own.
    const projectIds = new Set(widgets.map(({ projectId }) => projectId));
    const own = (await readAlerts(fixture.db)).filter(({ projectId }) => projectIds.has(projectId));
    return {
      money: findMoneyFaults(evidence),
      alerts: findAlertFaults(paidOf(acknowledged), own, played),
      ledger: { ...(await readLedgerFaults(fixture.db)) },
      totals: await readTotalFaults(fixture.db),
      acknowledged: acknowledged.length,
      retried,
      putOff,
      brokenOff,
      disturbances,
      reads,
      failedReads: failed,
      reconnected: breaksOf(screens),
      seconds: (Date.now() - begun) / 1000,
    };
  } finally {
    isOver = true;
    for (const page of pages) page.close();
  }
}

const paidOf = (acknowledged: readonly { payId: string }[]) => acknowledged.map(({ payId }) => payId);

/** Kills one process after another (SIGKILL) at random moments; the fleet starts them again. */
export function killThem(kills: number, betweenMs: number): Disturbance {
  return async (fixture, isOver) => {
    let done = 0;
    while (done < kills && !isOver()) {
      await pause(betweenMs * (0.5 + Math.random()));
      const ready = fixture.fleet.members.filter(({ state }) => state === 'ready');
      // One process stays, as on a machine whose other processes are just restarting.
      if (ready.length < 2) continue;
      ready[Math.floor(Math.random() * ready.length)]?.signal('SIGKILL');
      done += 1;
    }
    if (!(await fixture.fleet.isWhole(120_000))) throw new Error('the fleet does not recover');
    return done;
  };
}

/** Replaces all processes one after the other, at least once, as long as donors give. */
export function replaceThem(times: number, folder?: string): Disturbance {
  return async (fixture, isOver) => {
    let done = 0;
    do {
      await pause(500);
      await fixture.fleet.roll(folder);
      done += 1;
    } while (done < times && !isOver());
    return done;
  };
}

/** Summarises failures with their counts, the most frequent first. */
export function tallied(failures: readonly string[]): string {
  if (failures.length === 0) return '0';
  const counts = new Map<string, number>();
  for (const one of failures) counts.set(one, (counts.get(one) ?? 0) + 1);
  const texts = [...counts].toSorted(([, one], [, other]) => other - one).map(([what, count]) => `${count} × ${what}`);
  return `${failures.length} (${texts.slice(0, 3).join(', ')})`;
}

/** Whether each process answers a call and a page directly. */
export async function allAnswer(fixture: FleetFixture): Promise<boolean> {
  const answers = await Promise.all(
    fixture.fleet.members.map(async ({ number, url }) => {
      const call = await processOf(fixture, number)('GET User/List', { query: { Take: 1 } });
      return call.status === 200 && (await fetch(url)).status === 200;
    }),
  );
  return answers.every((one) => one);
}
