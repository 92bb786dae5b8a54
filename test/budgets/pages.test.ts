import { afterAll, expect, test, vi } from 'vitest';
import { KeptAnswers } from '#base/pages/cache/kept-answers.server.ts';
import { startApp } from '#test/support/start-app.ts';
import { buildIfStale } from '../../operation/install/build-if-stale.ts';
import { askedFor, sides } from './asked.ts';
import { CountedRequests } from './counted-requests.ts';
import { bringCrowd } from './crowd.ts';
import { pageBudgets, pathOf } from './page-budgets.ts';
import { weighPage } from './page-weight.ts';

await buildIfStale(new URL('../..', import.meta.url).pathname, () => undefined);
const app = await startApp({ pages: 'built' });
afterAll(() => app.close());
const crowd = await bringCrowd(app.db);
const counted = new CountedRequests(app.db.pool);
afterAll(() => counted.stop());

test('every public page asks the database as often as its budget says, with little and with much on it', async () => {
  // As of a page that is made alone: it finds nothing that another one has read within the same second.
  vi.spyOn(KeptAnswers.prototype, 'get').mockImplementation((_key, tag, read) => read(tag));
  const budget = Object.fromEntries(Object.entries(pageBudgets).map(([route, { statements }]) => [route, statements]));
  for (const side of sides) {
    const asked = await askedFor(app, crowd, side);
    const found: Record<string, number> = {};
    for (const route of Object.keys(pageBudgets)) {
      const path = pathOf(route, asked);
      // The cache is by language, so that another language produces pages anew that are the same for both persons.
      const headers = { cookie: `lang=${side === 'few' ? 'en' : 'uz'}` };
      const response = await fetch(`${app.url}${path}`, { headers });
      await response.text();
      expect([path, response.status]).toEqual([path, 200]);
      found[route] = counted.of('GET', path).length;
    }
    expect(found, side).toEqual(budget);
  }
});

test('no public page brings more scripts and styles than its budget allows', async () => {
  const asked = await askedFor(app, crowd, 'many');
  const tooHeavy: string[] = [];
  for (const [route, { scripts, styles }] of Object.entries(pageBudgets)) {
    const weight = await weighPage(app.url, pathOf(route, asked));
    expect(weight.scripts, `${route} loads scripts`).toBeGreaterThan(20);
    if (weight.scripts > scripts) tooHeavy.push(`scripts of ${route}: ${weight.scripts.toFixed(1)} KB of ${scripts}`);
    if (weight.styles > styles) tooHeavy.push(`styles of ${route}: ${weight.styles.toFixed(1)} KB of ${styles}`);
  }
  expect(tooHeavy).toEqual([]);
});
