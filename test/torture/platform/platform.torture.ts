import { expect, test } from 'vitest';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { callers, runMatrix } from '#test/torture/access/access-matrix.ts';
import { readHostilePages } from '#test/torture/browser/hostile-pages.ts';
import { hostileTexts } from '#test/torture/browser/hostile-texts.ts';
import { findCardNumbers, findLeaked, findSecrets } from '#test/torture/browser/secret-search.ts';
import { runSecretsStory } from '#test/torture/browser/secrets-story.ts';
import { noteFigure, quantile, scaled } from '#test/torture/figures.ts';
import { openFleet } from '#test/torture/fleet/server-fleet.ts';
import { forgeTokens, signHonestly } from '#test/torture/identity/forged-tokens.ts';
import { met } from '#test/torture/judging.ts';
import { inParallel } from '#test/torture/money/donors.ts';
import { buildIfStale } from '../../../operation/install/build-if-stale.ts';

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
    const holds = noteFigure({
      invariant: 14,
      promise: `${forged.length} forged access tokens over HTTP: none accepted`,
      seen: `${accepted} accepted; the honest ones were answered ${honest.join(', ')}`,
      met: [met('forged', forged.length, 100)],
      holds: accepted === 0 && honest.every((status) => status === 200),
    });
    expect(holds).toBe(true);
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
        `wrong access ${wrongAccess.length}, members beyond the schema ${extra.length}, foreign things returned ${foreign.length}, ` +
        `missing ones not answered with 404 ${missing.length}`,
      met: [met('asked', asked + foreignAsked + missingAsked, 100)],
      holds: Object.values(faults).every((all) => all.length === 0),
    });
    expect(faults).toEqual({ wrongAccess: [], extra: [], foreign: [], missing: [] });
  } finally {
    await app.close();
  }
});

test('20 and 24: secrets', async () => {
  const story = await runSecretsStory(scaled(20, 3), scaled(5, 1));
  const { secrets, answers, log, dump, cuts, reopened } = story;
  const leaked = findLeaked(answers, secrets);
  const stored = [...findSecrets(log, secrets), ...findSecrets(dump, secrets), ...findCardNumbers(`${log}\n${dump}`)];
  const slowest = quantile(cuts, 1);
  noteFigure({
    invariant: 20,
    promise: `${secrets.length} secrets, ${answers.length} answers: none returned to another caller; a new key cuts the streams of 2 processes within 1 s`,
    seen: `returned to others ${leaked.length}; ${cuts.length} new keys, slowest cut ${slowest.toFixed(0)} ms, old keys that opened ${reopened}`,
    met: [met('streams cut', cuts.length), met('answers looked through', answers.length, 10)],
    holds: leaked.length + reopened === 0 && slowest < 1_000,
  });
  noteFigure({
    invariant: 24,
    promise: 'no card number, code, password or raw token in the log or in any row of the database',
    seen: `${stored.length} found in ${log.length} characters of log and ${dump.length} of database`,
    met: [met('characters of log', log.length, 1_000), met('characters of database', dump.length, 1_000)],
    holds: stored.length === 0,
  });
  expect({ leaked, stored, reopened }).toEqual({ leaked: [], stored: [], reopened: 0 });
  expect(slowest).toBeLessThan(1_000);
});

test('25: hostile names, messages and links', async () => {
  await buildIfStale(new URL('../../..', import.meta.url).pathname, () => undefined);
  const fleet = await openFleet({ env: { PAGES: 'built' } });
  try {
    const pages = await readHostilePages(fleet);
    const shown = pages.reduce((sum, page) => sum + page.shown, 0);
    const faults = pages.filter(
      ({ running, policy, withoutNonce, status }) =>
        running.length + policy.length + withoutNonce.length > 0 || status >= 500,
    );
    noteFigure({
      invariant: 25,
      promise: `${hostileTexts.length} hostile texts as names, messages, links and addresses: escaped on every page, strict policy`,
      seen: `${pages.length} pages, ${shown} places where they stand, pages at fault ${faults.length}`,
      met: [met('places with hostile texts', shown, 51)],
      holds: faults.length === 0 && shown > 50,
    });
    expect(faults).toEqual([]);
    expect(shown).toBeGreaterThan(50);
  } finally {
    await fleet.close();
  }
});
