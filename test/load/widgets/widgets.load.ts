import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { giveUntilAcknowledged, inParallel, payByCard, testCards } from '#test/load/money/donors.ts';
import { prove, quantile, scaled } from '#test/load/prove.ts';
import { type Fleet, openFleet } from '#test/load/server-fleet.ts';
import { signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { findAlertFaults, measureDelays, readAlerts } from './alerts-evidence.ts';
import { shortenAlerts } from './widget-key.ts';
import { forget, loadPage, openScreen, type Screen } from './widget-source.ts';

interface Creator {
  readonly projectId: string;
  readonly key: string;
}

/** Makes a creator with the shortest alerts that the settings allow. */
async function makeCreator(fleet: Fleet): Promise<Creator> {
  const { projectId, token } = await signIn(fleet.db, testSecrets.jwt);
  return { projectId, key: await shortenAlerts(fleet.server.api, { token }) };
}

/** Makes and pays a donation. Returns the payId. */
async function giveAndPay(fleet: Fleet, projectId: string, key: string): Promise<string> {
  const body = { projectId, amount: 5_000, name: 'Донор', message: `Спасибо ${key}` };
  const made = await giveUntilAcknowledged(fleet.server.api, body, key);
  await payByCard(made.paymentUrl, testCards.noCode);
  return made.payId;
}

/** Waits until the alert of every paid donation has ended. */
async function waitUntilShown(fleet: Fleet, paid: readonly string[], limitSeconds: number): Promise<void> {
  const giveUpAt = Date.now() + limitSeconds * 1_000;
  while (Date.now() < giveUpAt) {
    const alerts = await readAlerts(fleet.db);
    const ended = alerts.filter(({ state }) => state === 'shown' || state === 'uncertain');
    if (ended.length >= paid.length) return;
    await pause(500);
  }
}

/** Milliseconds between reloads of a page, on average. */
const betweenReloads = 8_000;

test('17: widgets while the server is killed repeatedly and pages are reloaded', async () => {
  const widgets = scaled(100, 5);
  const donations = scaled(100, 20);
  const killEveryMs = scaled(5_000, 4_000);
  const fleet = await openFleet();
  const creators: Creator[] = [];
  await inParallel(widgets, 10, async () => void creators.push(await makeCreator(fleet)));
  const screens = creators.map(({ key }) => openScreen(key, 40));
  const { url, api } = fleet.server;
  const pages = screens.map((screen) => loadPage(screen, url, api));
  let isGiving = true;
  const counts = { kills: 0, reloads: 0 };
  const kill = async () => {
    let upMs = killEveryMs;
    while (isGiving) {
      for (let waited = 0; isGiving && waited < upMs; waited += 100) await pause(100);
      if (!isGiving) return;
      await fleet.server.kill();
      counts.kills += 1;
      const downSince = Date.now();
      await fleet.server.start();
      // On a slow machine pages need longer to come back, too: without this they are hardly ever connected.
      upMs = Math.max(killEveryMs, 2 * (Date.now() - downSince));
    }
  };
  const reload = async () => {
    while (isGiving) {
      await pause(betweenReloads / widgets);
      const at = Math.floor(Math.random() * screens.length);
      const screen = screens[at];
      if (screen === undefined) continue;
      pages[at]?.close();
      counts.reloads += 1;
      await pause(Math.random() * 50);
      pages[at] = loadPage(screen, url, api);
    }
  };
  try {
    const disturbing = [kill(), reload()];
    const paid: string[] = [];
    await inParallel(widgets * donations, scaled(8, 3), async (index) => {
      const creator = creators[index % creators.length];
      await pause(Math.random() * 300);
      if (creator) paid.push(await giveAndPay(fleet, creator.projectId, `killed-${index}`));
    });
    isGiving = false;
    await Promise.all(disturbing);
    await waitUntilShown(fleet, paid, 90);
    const alerts = await readAlerts(fleet.db);
    const played = screens.flatMap((screen) => screen.played);
    const { connected, reconnected } = measureDelays(alerts, screens);
    const uncertain = alerts.filter(({ state }) => state === 'uncertain').length;
    prove(17, {
      promise: `${widgets} widgets × ${donations} donations, server killed, pages reloaded: each alert once, in order, soon`,
      none: { ...findAlertFaults(paid, alerts, played) },
      times: {
        'paid to page while connected p99, ms': [quantile(connected, 0.99), 1_000],
        'after a reconnection, ms': [quantile(reconnected, 1), 5_000],
      },
      met: { 'server killed': counts.kills, reloaded: [counts.reloads, 2], 'while connected': [connected.length, 5] },
      shown: { 'left to the creator': uncertain },
    });
  } finally {
    isGiving = false;
    for (const page of pages) page.close();
    await fleet.close();
  }
});

/** Hides, shows, reloads and destroys a creator's two sources until `isOn` returns false. */
async function disturb(screens: readonly Screen[], pages: { close(): void }[], fleet: Fleet, isOn: () => boolean) {
  let disturbances = 0;
  while (isOn()) {
    await pause(200 + Math.random() * 700);
    // Only an alert that plays can be played twice.
    const playing = screens.findIndex(({ entry }) => entry !== null);
    const at = playing < 0 || Math.random() < 0.3 ? Math.floor(Math.random() * screens.length) : playing;
    const screen = screens[at];
    if (screen === undefined || !isOn()) continue;
    disturbances += 1;
    if (Math.random() < 0.4) {
      screen.isVisible = !screen.isVisible;
      continue;
    }
    pages[at]?.close();
    if (Math.random() < 0.15) forget(screen);
    await pause(Math.random() * 100);
    pages[at] = loadPage(screen, fleet.server.url, fleet.server.api);
  }
  return disturbances;
}

test('18: one address open twice, hidden, destroyed and made again', async () => {
  const creators = scaled(20, 4);
  const each = scaled(20, 4);
  const fleet = await openFleet();
  const pages: { close(): void }[][] = [];
  let isOn = true;
  try {
    const all: Screen[] = [];
    const paid: string[] = [];
    const disturbing: Promise<number>[] = [];
    await inParallel(creators, creators, async (index) => {
      const creator = await makeCreator(fleet);
      const screens = [1, 2].map(() => openScreen(creator.key, 1_000));
      all.push(...screens);
      const own = screens.map((screen) => loadPage(screen, fleet.server.url, fleet.server.api));
      pages.push(own);
      disturbing.push(disturb(screens, own, fleet, () => isOn));
      for (let donation = 0; donation < each; donation++) {
        paid.push(await giveAndPay(fleet, creator.projectId, `twice-${index}-${donation}`));
        await pause(Math.random() * 300);
      }
    });
    await waitUntilShown(fleet, paid, 120);
    isOn = false;
    const disturbances = (await Promise.all(disturbing)).reduce((sum, count) => sum + count, 0);
    await waitUntilShown(fleet, paid, 60);
    const played = all.flatMap((screen) => screen.played);
    prove(18, {
      promise: `${creators} creators, 2 sources each, ${paid.length} donations, hidden, reloaded, destroyed: one audible play each`,
      none: { ...findAlertFaults(paid, await readAlerts(fleet.db), played) },
      met: { disturbed: [disturbances, creators], donations: [paid.length, creators * each] },
    });
  } finally {
    isOn = false;
    for (const page of pages.flat()) page.close();
    await fleet.close();
  }
});
