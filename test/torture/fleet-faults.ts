import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { readLedgerFaults, readTotalFaults } from '#test/money-faults.ts';
import { type AlertFaults, findAlertFaults, readAlerts } from './alerts-evidence.ts';
import { giveUntilAcknowledged, inParallel, payByCard, testCards } from './donors.ts';
import { type FleetHouse, processOf } from './fleet-house.ts';
import { makeWidget } from './fleet-shared.ts';
import { findMoneyFaults, type MoneyFaults, readEvidence } from './money-evidence.ts';
import { loadPage, openScreen, type Screen } from './widget-source.ts';

/** What is done to the processes while people give. Called once; ends by itself or when it is told that giving is over. */
export type Disturbance = (house: FleetHouse, isOver: () => boolean) => Promise<number>;

export interface LoadSize {
  readonly gifts: number;
  readonly clients: number;
  readonly widgets: number;
  /** A donor's rest between two gifts, in milliseconds. */
  readonly restMs: number;
}

export interface LoadResult {
  readonly money: MoneyFaults;
  readonly ledger: Record<string, number>;
  readonly totals: Record<string, number>;
  readonly alerts: AlertFaults;
  readonly acknowledged: number;
  /** Gifts that needed more than one try. */
  readonly retried: number;
  /** Answers to givers, other than 200, that came from a server: it was too busy, or the first try was still under way. */
  readonly putOff: readonly string[];
  /** Requests of givers that ended without an answer of a server. */
  readonly brokenOff: readonly string[];
  readonly disturbances: number;
  /** Milliseconds from the end of each stream to its next beginning. */
  readonly reconnected: number[];
  /** Pages, files and lists read meanwhile, and those that were not answered 200. */
  readonly reads: number;
  readonly failedReads: readonly string[];
  readonly seconds: number;
}

/** How long each break of a stream has lasted. */
function breaksOf(screens: readonly Screen[]): number[] {
  return screens.flatMap(({ open }) =>
    open.slice(1).map((window, index) => window.from - (open[index]?.to ?? window.from)),
  );
}

type Failed = string[];

/** Reads an address once; the text, or empty with a note where it was not answered 200. */
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

/** What a visitor sees: pages with a file that each asks for, and lists, again and again, until it is over. Nothing is tried twice. */
async function visit({ fleet }: FleetHouse, projectIds: readonly string[], isOver: () => boolean) {
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

/** The same call, with a note of every answer that is not the wished one. */
function noted(call: FleetHouse['api']) {
  const [putOff, brokenOff]: [string[], string[]] = [[], []];
  const api: FleetHouse['api'] = async (...asked) => {
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

/** Waits until the server knows of every payment and every alert has come to its end, as far as they do. */
async function waitUntilQuiet(house: FleetHouse, limitSeconds: number): Promise<void> {
  const giveUpAt = Date.now() + limitSeconds * 1_000;
  while (Date.now() < giveUpAt) {
    const { rows } = await house.db.pool.query<{ open: number }>(`select
      (select count(*) from payment where status not in ('Paid', 'Refunded'))::int +
      (select count(*) from alert where state not in ('shown', 'uncertain'))::int as open`);
    if (rows[0]?.open === 0) return;
    await pause(250);
  }
}

/** Many donors and many widgets through HAProxy while something is done to the processes behind it. */
export async function runUnderLoad(house: FleetHouse, size: LoadSize, disturb: Disturbance): Promise<LoadResult> {
  const widgets = await Promise.all(Array.from({ length: size.widgets }, () => makeWidget(house)));
  const screens = widgets.map(({ key }) => openScreen(key, 20));
  const pages = screens.map((screen) => loadPage(screen, house.fleet.url, house.api));
  const begun = Date.now();
  const before = { payments: (await house.books()).length };
  let isOver = false;
  const acknowledged: { payId: string; amount: number }[] = [];
  let retried = 0;
  const { api, putOff, brokenOff } = noted(house.api);
  try {
    const disturbing = disturb(house, () => isOver);
    const visiting = visit(house, widgets.map(({ projectId }) => projectId).slice(0, 5), () => isOver);
    await inParallel(size.gifts, size.clients, async (index) => {
      const { projectId = '' } = widgets[index % widgets.length] ?? {};
      const gift = { projectId, amount: 5_000 + (index % 997), name: `Донор ${index % 90}` };
      const made = await giveUntilAcknowledged(api, gift, `fleet-${begun}-${index}`);
      acknowledged.push({ payId: made.payId, amount: gift.amount * 100 });
      if (made.tries > 1) retried += 1;
      await payByCard(made.paymentUrl, index % 2 === 0 ? testCards.noCode : testCards.code);
      if (size.restMs > 0) await pause(Math.random() * size.restMs);
    });
    isOver = true;
    const [disturbances, { reads, failed }] = await Promise.all([disturbing, visiting]);
    await waitUntilQuiet(house, 120);
    const evidence = await readEvidence(house, { asked: before.payments + size.gifts, acknowledged });
    const heard = screens.flatMap((screen) => screen.heard);
    return {
      ...{
        money: findMoneyFaults(evidence),
        alerts: findAlertFaults(paidOf(acknowledged), await readAlerts(house.db), heard),
      },
      ...{ ledger: { ...(await readLedgerFaults(house.db)) }, totals: await readTotalFaults(house.db) },
      ...{ acknowledged: acknowledged.length, retried, putOff, brokenOff, disturbances, reads, failedReads: failed },
      ...{ reconnected: breaksOf(screens), seconds: (Date.now() - begun) / 1000 },
    };
  } finally {
    isOver = true;
    for (const page of pages) page.close();
  }
}

const paidOf = (acknowledged: readonly { payId: string }[]) => acknowledged.map(({ payId }) => payId);

/** SIGKILL to one process after another, at moments that nobody could foresee; the fleet starts them again. */
export function killThem(kills: number, betweenMs: number): Disturbance {
  return async (house, isOver) => {
    let done = 0;
    while (done < kills && !isOver()) {
      await pause(betweenMs * (0.5 + Math.random()));
      const ready = house.fleet.members.filter(({ state }) => state === 'ready');
      // One is left, as on a machine whose other processes are just coming back.
      if (ready.length < 2) continue;
      ready[Math.floor(Math.random() * ready.length)]?.signal('SIGKILL');
      done += 1;
    }
    if (!(await house.fleet.isWhole(120_000))) throw new Error('the fleet does not come back');
    return done;
  };
}

/** Replaces all processes one after the other while people give, as often as giving lasts, at least once. */
export function replaceThem(times: number, folder?: string): Disturbance {
  return async (house, isOver) => {
    let done = 0;
    do {
      await pause(500);
      await house.fleet.roll(folder);
      done += 1;
    } while (done < times && !isOver());
    return done;
  };
}

/** What went wrong, with how often, the commonest first. */
export function tallied(failures: readonly string[]): string {
  if (failures.length === 0) return '0';
  const counts = new Map<string, number>();
  for (const one of failures) counts.set(one, (counts.get(one) ?? 0) + 1);
  const told = [...counts].toSorted(([, one], [, other]) => other - one).map(([what, count]) => `${count} × ${what}`);
  return `${failures.length} (${told.slice(0, 3).join(', ')})`;
}

/** Whether each process answers a call and a page by itself. */
export async function allAnswer(house: FleetHouse): Promise<boolean> {
  const answers = await Promise.all(
    house.fleet.members.map(async ({ number, url }) => {
      const call = await processOf(house, number)('GET User/List', { query: { Take: 1 } });
      return call.status === 200 && (await fetch(url)).status === 200;
    }),
  );
  return answers.every((one) => one);
}
