import { expect, test } from 'vitest';
import { signIn } from '#test/sign-in.ts';
import { startApp, testSecrets } from '#test/start-app.ts';
import { buildIfStale } from '../../scripts/build-if-stale.ts';
import { callers, runMatrix } from './access-matrix.ts';
import { inParallel } from './donors.ts';
import { noteFigure, quantile, scaled } from './figures.ts';
import { forgeTokens, signHonestly } from './forged-tokens.ts';
import { readHostilePages } from './hostile-pages.ts';
import { hostileTexts } from './hostile-texts.ts';
import { findCardNumbers, findSecrets, findTold } from './secret-search.ts';
import { tellSecretsStory } from './secrets-story.ts';
import { openFleet } from './server-fleet.ts';

test('14: forged access tokens', async () => {
  const app = await startApp({ env: { LIMITS: 'off' } });
  try {
    const { token } = await signIn(app.db, testSecrets.jwt);
    const whoAmI = async (as: string) => (await app.api('POST Identity/GetUser', {}, { token: as })).status;
    const honest = [await whoAmI(token), await whoAmI(await signHonestly(token))];
    const forged = await forgeTokens(token, scaled(2_000, 100));
    let accepted = 0;
    await inParallel(forged.length, 8, async (index) => {
      if ((await whoAmI(forged[index] ?? '')) !== 401) accepted += 1;
    });
    const isKept = noteFigure({
      invariant: 14,
      promise: `${forged.length} forged access tokens over HTTP: none accepted`,
      seen: `${accepted} accepted; the honest ones were answered ${honest.join(', ')}`,
      isKept: accepted === 0 && honest.every((status) => status === 200),
    });
    expect(isKept).toBe(true);
  } finally {
    await app.close();
  }
});

test('15: the matrix of access', async () => {
  const app = await startApp({ env: { LIMITS: 'off' } });
  try {
    const { asked, foreignAsked, missingAsked, ...faults } = await runMatrix(app, scaled(12, 2));
    const { wrongAccess, extra, foreign, missing } = faults;
    noteFigure({
      invariant: 15,
      promise: `every call × ${callers.length} callers × own, another's and missing ids, ${asked + foreignAsked + missingAsked} requests: as the contract declares; a foreign thing is the same 404 as a missing one`,
      seen:
        `asked ${asked} times at random, ${foreignAsked} times for another's or one's own and ${missingAsked} times for what is missing; ` +
        `wrong access ${wrongAccess.length}, members beyond the schema ${extra.length}, foreign things told ${foreign.length}, ` +
        `missing ones not answered with 404 ${missing.length}`,
      isKept: Object.values(faults).every((all) => all.length === 0),
    });
    expect(faults).toEqual({ wrongAccess: [], extra: [], foreign: [], missing: [] });
  } finally {
    await app.close();
  }
});

test('20 and 24: secrets', async () => {
  const story = await tellSecretsStory(scaled(20, 3), scaled(5, 1));
  const { secrets, answers, log, dump, cuts, reopened } = story;
  const told = findTold(answers, secrets);
  const kept = [...findSecrets(log, secrets), ...findSecrets(dump, secrets), ...findCardNumbers(`${log}\n${dump}`)];
  const slowest = quantile(cuts, 1);
  noteFigure({
    invariant: 20,
    promise: `${secrets.length} secrets, ${answers.length} answers: told to no other; a new key cuts the streams of 2 processes within 1 s`,
    seen: `told to others ${told.length}; ${cuts.length} new keys, slowest cut ${slowest.toFixed(0)} ms, old keys that opened ${reopened}`,
    isKept: told.length + reopened === 0 && slowest < 1_000,
  });
  noteFigure({
    invariant: 24,
    promise: 'no card number, code, password or raw token in the log or in any row of the database',
    seen: `${kept.length} found in ${log.length} characters of log and ${dump.length} of database`,
    isKept: kept.length === 0,
  });
  expect({ told, kept, reopened }).toEqual({ told: [], kept: [], reopened: 0 });
  expect(slowest).toBeLessThan(1_000);
});

test('25: hostile names, messages and links', async () => {
  await buildIfStale(new URL('../..', import.meta.url).pathname, () => undefined);
  const fleet = await openFleet({ env: { PAGES: 'built' } });
  try {
    const pages = await readHostilePages(fleet);
    const shown = pages.reduce((sum, page) => sum + page.shown, 0);
    const faults = pages.filter(
      ({ running, policy, stray, status }) => running.length + policy.length + stray.length > 0 || status >= 500,
    );
    noteFigure({
      invariant: 25,
      promise: `${hostileTexts.length} hostile texts as names, messages, links and addresses: escaped on every page, strict policy`,
      seen: `${pages.length} pages, ${shown} places where they stand, pages at fault ${faults.length}`,
      isKept: faults.length === 0 && shown > 50,
    });
    expect(faults).toEqual([]);
    expect(shown).toBeGreaterThan(50);
  } finally {
    await fleet.close();
  }
});
