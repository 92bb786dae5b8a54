import type { BrowserContext, Page } from '@playwright/test';
import { type Creator, newCreator } from '#test/e2e/support/creator.ts';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { alertOn } from '#test/e2e/support/widget-page.ts';

const alertWithin = 2_000;

async function openPage(context: BrowserContext, screen: string, key: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`/widgets/${screen}?key=${key}`);
  return page;
}

const sourcesOf = async ({ call }: Creator) => {
  const { sources } = await call('GET', 'Widget/Queue');
  return Array.isArray(sources) ? sources.filter(({ isConnected }) => isConnected) : [];
};

/** Sends a test alert and returns how many milliseconds later one of the pages shows it. */
async function alertTime(creator: Creator, pages: readonly Page[], text: string): Promise<number> {
  const begun = Date.now();
  await creator.call('POST', `Widget/Test?message=${text}`);
  await Promise.any(pages.map((page) => expect(alertOn(page)).toContainText(text)));
  return Date.now() - begun;
}

/** The middle time of three alerts, each sent when the one before is over. */
async function usualTime(creator: Creator, pages: readonly Page[], name: string): Promise<number> {
  const times: number[] = [];
  for (const number of [1, 2, 3]) {
    const current = async () => (await creator.call('GET', 'Widget/Queue')).current;
    await expect.poll(current).toBeNull();
    times.push(await alertTime(creator, pages, `${name}-${number}`));
  }
  return middleOf(times);
}

const middleOf = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.POSITIVE_INFINITY;

test('ten live pages of one browser show an alert at once, and leave room for every other page', async ({
  context,
  creator,
}) => {
  const screens = ['statistics', 'sticker', 'statistics', 'notification', 'sticker'];
  const pages: Page[] = [];
  for (const screen of [...screens, ...screens]) pages.push(await openPage(context, screen, creator.key));
  await expect.poll(async () => (await sourcesOf(creator)).length).toBe(2);
  expect(await usualTime(creator, pages, 'together')).toBeLessThan(alertWithin);
  const market = await context.newPage();
  await market.goto('/market');
  await expect(market.getByRole('heading', { level: 1 })).toBeVisible();
  // The page that leads is one of those that were opened first.
  for (const page of pages.splice(0, 2)) await page.close();
  expect(await usualTime(creator, pages, 'closed')).toBeLessThan(alertWithin);
});

test('pages with ten different keys show their alerts at once', async ({ context, request }) => {
  const creators: Creator[] = [];
  const pages: Page[] = [];
  for (let count = 0; count < 10; count += 1) {
    const creator = await newCreator(request);
    creators.push(creator);
    pages.push(await openPage(context, 'notification', creator.key));
  }
  for (const creator of creators) await expect.poll(async () => (await sourcesOf(creator)).length).toBe(1);
  const times: number[] = [];
  for (const [at, creator] of creators.entries()) {
    times.push(await alertTime(creator, pages.slice(at, at + 1), `key-${at}`));
  }
  expect(middleOf(times)).toBeLessThan(alertWithin);
  await pages[0]?.goto('/market');
});

test('a frozen page does not silence the others', async ({ context, creator }) => {
  const pages: Page[] = [];
  for (let count = 0; count < 4; count += 1) pages.push(await openPage(context, 'statistics', creator.key));
  pages.push(await openPage(context, 'notification', creator.key));
  await expect.poll(async () => (await sourcesOf(creator)).length).toBe(1);
  const [first] = pages;
  if (first === undefined) throw new Error('no page');
  // Like a page that is stopped without a word: its messages wait.
  const devtools = await context.newCDPSession(first);
  await devtools.send('Debugger.enable');
  await devtools.send('Debugger.pause');
  void first.evaluate(() => 1).catch(() => undefined);
  const [, ...others] = pages;
  await expect
    .poll(() => Promise.all(others.map((page) => page.evaluate(() => document.readyState))))
    .toEqual(others.map(() => 'complete'));
  // The page that is silent is replaced within seconds.
  expect(await alertTime(creator, others, 'frozen')).toBeLessThan(3 * alertWithin);
  expect(await usualTime(creator, others, 'replaced')).toBeLessThan(alertWithin);
});
