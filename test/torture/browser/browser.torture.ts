import { expect, test } from 'vitest';
import { noteFigure } from '#test/torture/figures.ts';
import { met } from '#test/torture/judging.ts';
import { runReferers } from './browser-referer.ts';
import { runBrowserStory } from './browser-storage.ts';
import { lookAtHostileScreens } from './hostile-screens.ts';
import { findCardNumbers, findSecrets } from './secret-search.ts';

test('20: no Referer of a real browser holds a secret', async () => {
  const { pages, requests, leaked, talkative } = await runReferers();
  noteFigure({
    invariant: 20,
    promise: `${pages} pages with a secret in their address, from which Chromium goes to another site in 6 ways each: it learns nothing of it`,
    seen: `the other site was asked ${requests} times; secrets in its requests, in our own Referers and in the log ${leaked.length}; Referers that say more than the origin ${talkative.length}`,
    met: [met('requests at the other site', requests, pages * 6)],
    holds: leaked.length + talkative.length === 0 && requests >= pages * 6,
  });
  expect({ leaked, talkative }).toEqual({ leaked: [], talkative: [] });
  expect(requests).toBeGreaterThanOrEqual(pages * 6);
});

test('24: the browser stores no card number, code or password', async () => {
  const { secrets, snapshots, log, dump } = await runBrowserStory();
  const inBrowser = snapshots.flatMap(({ after, text }) =>
    [...findSecrets(text, secrets), ...findCardNumbers(text)].map((found) => `${found}, after ${after}`),
  );
  const elsewhere = [...findSecrets(`${log}\n${dump}`, secrets), ...findCardNumbers(`${log}\n${dump}`)];
  noteFigure({
    invariant: 24,
    promise: `a registration, logins by code and by password, a new password, a donation, an order and the staff's login in Chromium: no card number, code or password in the browser's storage, the log or any row`,
    seen: `${secrets.length} secrets, the storage looked at ${snapshots.length} times; found in it ${inBrowser.length}, in the log and the database ${elsewhere.length}`,
    met: [met('storage looked at', snapshots.length, 16)],
    holds: inBrowser.length + elsewhere.length === 0 && snapshots.length > 15,
  });
  expect({ inBrowser, elsewhere }).toEqual({ inBrowser: [], elsewhere: [] });
  expect(snapshots.length).toBeGreaterThan(15);
});

test('25: hostile texts on every screen', async () => {
  const { screens, isAwake } = await lookAtHostileScreens();
  const faults = screens.filter((screen) => screen.faults.length > 0);
  const shown = screens.reduce((sum, screen) => sum + screen.shown, 0);
  const all = screens.length;
  const withTexts = screens.filter((screen) => screen.shown > 0).length;
  const ofStaff = screens.filter(({ who }) => who === 'admin').length;
  noteFigure({
    invariant: 25,
    promise: `${all} screens in Chromium (${ofStaff} of them of the staff, 3 widgets) with hostile names, messages, links, titles and comments, the policy switched off: no script runs; every policy strict`,
    seen: `hostile texts on ${withTexts} screens, ${shown} times in all; screens at fault ${faults.length}; a text put in unescaped is noticed: ${isAwake ? 'yes' : 'no'}`,
    met: [met('screens with hostile texts', withTexts, 26)],
    holds: faults.length === 0 && isAwake && withTexts > 25,
  });
  expect(faults).toEqual([]);
  expect(isAwake).toBe(true);
  expect(withTexts).toBeGreaterThan(25);
});
