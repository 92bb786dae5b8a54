import { readdir, readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { startApp } from '#test/support/start-app.ts';
import { buildIfStale } from '../../operation/install/build-if-stale.ts';
import { askedFor } from './asked.ts';
import { bringCrowd } from './crowd.ts';
import { pageBudgets, pathOf } from './page-budgets.ts';

const root = new URL('../..', import.meta.url);
const assets = new URL('build/client/assets/', root);
const className = /_[A-Za-z]\w*_[0-9a-z]{5}_\d+/g;
const payme = { PAYMENT: 'gateway,payme', PAYME_ID: '0123456789abcdef01234567', PAYME_KEY: 'a key of sixteen signs' };

const namesIn = (text: string) => new Set(text.match(className));

/** The class names of style sheets by the paths that a page links them by. */
async function stylesOf(paths: readonly string[]): Promise<Set<string>> {
  const texts = await Promise.all(paths.map((path) => readFile(new URL(path.replace(/^.*\//, ''), assets), 'utf8')));
  return namesIn(texts.join('\n'));
}

await buildIfStale(root.pathname, () => undefined);
const app = await startApp({ pages: 'built', env: payme });
afterAll(() => app.close());
const crowd = await bringCrowd(app.db);
await app.db.pool.query(`update creator set video = 'https://youtu.be/dQw4w9WgXcQ'`);
await app.db.pool.query(`update creator_video set title = 'Видео', picture = 'aPictureOfAVideo012345'`);
const styled = await stylesOf((await readdir(assets)).filter((name) => name.endsWith('.css')));

test('what the server renders has its styles before any script runs', async () => {
  const asked = await askedFor(app, crowd, 'many');
  const late: Record<string, string[]> = {};
  for (const route of [...Object.keys(pageBudgets), '/:userName?tab=merch', '/:userName?tab=about']) {
    const html = await (await fetch(`${app.url}${pathOf(route, asked)}`)).text();
    const linked = [...html.matchAll(/<link[^>]+rel="stylesheet"[^>]*>/g)].flatMap(
      ([tag]) => tag.match(/[^"]+\.css/) ?? [],
    );
    const there = new Set([...(await stylesOf(linked)), ...namesIn(html.replaceAll(/<(?!style)[^>]*>/g, ''))]);
    const names = [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));
    const missing = [...new Set(names)].filter((name) => styled.has(name) && !there.has(name));
    if (missing.length > 0) late[route] = missing;
  }
  expect(late).toEqual({});
});
