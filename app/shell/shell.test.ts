import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import Fastify from 'fastify';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCsp } from '#base/csp.server.ts';
import { PageCache } from '#base/page-cache.server.ts';
import { createBuiltRenderer } from '#base/page-renderer.server.ts';
import { createPages } from '#base/pages.server.ts';
import { readStaticFiles } from '#base/static-files.server.ts';
import { browserLaunch, unpackBrowser } from '../../e2e/browser.ts';
import { buildIfStale } from '../../scripts/build-if-stale.ts';

const folder = join(import.meta.dirname, '../..');
const app = { origin: '', close: async () => {} };
const built = async () => buildIfStale(folder, () => undefined);
let browser: Browser;
let context: BrowserContext;
let page: Page;
const troubles: string[] = [];

/** The built shell in front of no calls at all. */
async function startShell(port = 0) {
  const pages = createPages({
    render: await createBuiltRenderer(join(folder, 'build/server/index.js')),
    services: {
      recentGifts: async () => [],
      publicUrl: 'http://opora.test',
      call: () => Promise.reject(new Error('no calls here')),
    },
    csp: createCsp({ secret: 'a secret' }),
    cache: new PageCache(),
    files: await readStaticFiles(join(folder, 'build/client')),
    requestId: randomUUID,
    report: () => undefined,
  });
  const server = Fastify({
    serverFactory: (handler) => createServer(pages.front(handler)),
    forceCloseConnections: true,
  });
  pages.register(server);
  return {
    origin: await server.listen({ port, host: '127.0.0.1' }),
    close: () => {
      server.server.closeAllConnections();
      return server.close();
    },
  };
}

beforeAll(async () => {
  await unpackBrowser();
  await built();
  Object.assign(app, await startShell());
  browser = await chromium.launch(browserLaunch());
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await app.close();
});

beforeEach(async () => {
  troubles.length = 0;
  context = await browser.newContext({
    baseURL: app.origin,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      reportError(new Error(`content policy: ${event.violatedDirective} ${event.blockedURI}`));
    });
  });
  page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 404/.test(message.text())) troubles.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(error.message));
});

afterEach(() => context.close());

/** What the browser complained of. Every test ends with none. */
const complaints = () => troubles.join('\n');

const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const hydrated = () => page.waitForFunction(() => document.querySelector('[aria-pressed="true"] svg') !== null);

test('a missing page is 404, says so, leads onward, and breaks no rule of the content policy', async () => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await hydrated();
  expect(await page.locator('h1').textContent()).toBe('Здесь ничего не соткано');
  expect(await page.title()).toContain('Страница не найдена');
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  expect(await page.locator('main a').count()).toBeGreaterThanOrEqual(2);
  expect(complaints()).toBe('');
});

test('an injected script without the nonce does not run', async () => {
  await page.goto('/offline');
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.stolen = true';
    document.body.append(script);
    return 'stolen' in window;
  });
  expect(ran).toBe(false);
  await expect.poll(() => troubles.join()).toMatch(/script-src/);
  troubles.length = 0;
});

test('the colour scheme follows the system, is chosen by a press and kept over a reload without a flash', async () => {
  await page.goto('/offline');
  await hydrated();
  expect(await ground()).toBe('rgb(251, 248, 243)');
  await page.getByRole('button', { name: 'Тёмное' }).first().click();
  expect(await ground()).toBe('rgb(21, 18, 20)');
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.body !== null);
  expect(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark');
  await page.emulateMedia({ colorScheme: 'dark' });
  await hydrated();
  await page.getByRole('button', { name: 'Как в системе' }).first().click();
  expect(await ground()).toBe('rgb(21, 18, 20)');
  expect(complaints()).toBe('');
});

test('the language changes at once, and the server answers in it from then on', async () => {
  await page.goto('/offline');
  await hydrated();
  await page.getByRole('button', { name: 'English' }).first().click();
  await page.getByRole('link', { name: 'Creators' }).first().waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  const html = await (await page.goto('/offline'))?.text();
  expect(html).toContain('lang="en"');
  expect(html).toContain('Creators');
  expect(complaints()).toBe('');
});

test('a view by a link scrolls to the top and moves without a reload; back does too', async () => {
  await page.setViewportSize({ width: 900, height: 400 });
  await page.goto('/offline');
  await hydrated();
  await page.evaluate(() => Object.assign(window, { stays: true }));
  await page.locator('footer').scrollIntoViewIfNeeded();
  await page
    .locator('header')
    .getByRole('link', { name: /^Корзина/ })
    .click();
  await page.waitForURL('**/basket');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.locator('footer').scrollIntoViewIfNeeded();
  await page.goBack();
  await page.waitForURL('**/offline');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  expect(await page.evaluate(() => 'stays' in window)).toBe(true);
  expect(complaints()).toBe('');
});

test('nothing jumps when fonts arrive', async () => {
  await context.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.goto('/offline', { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready);
  const shifts = await page.evaluate(() => ('shifts' in window && Array.isArray(window.shifts) ? window.shifts : [1]));
  expect(shifts.reduce((sum: number, shift: number) => sum + shift, 0)).toBeLessThan(0.01);
  expect(complaints()).toBe('');
});

test('without scripts the page is whole and the search works', async () => {
  const plain = await browser.newContext({ baseURL: app.origin, javaScriptEnabled: false });
  const quiet = await plain.newPage();
  await quiet.goto('/offline');
  expect(await quiet.locator('h1').isVisible()).toBe(true);
  await quiet.getByRole('searchbox').first().fill('дил');
  await quiet.getByRole('searchbox').first().press('Enter');
  await quiet.waitForURL('**/authors?search=*');
  await plain.close();
  expect(complaints()).toBe('');
});

test('without a network the visitor sees our own page, in his colours, and the one he wanted when it is back', async () => {
  const other = await startShell();
  await page.goto(`${other.origin}/offline`);
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await other.close();
  await page.goto(`${other.origin}/profile?tab=about`);
  expect(await page.locator('h1').textContent()).toBe('Связь прервалась');
  expect(await page.evaluate(() => document.fonts.check('700 40px "Unbounded Variable"', 'Связь'))).toBe(true);
  expect(await ground()).toBe('rgb(251, 248, 243)');
  const again = await startShell(Number(new URL(other.origin).port));
  await page.getByRole('link', { name: 'Попробовать ещё раз' }).click();
  await page.waitForFunction(() => document.querySelector('h1')?.textContent !== 'Связь прервалась');
  expect(page.url()).toBe(`${other.origin}/profile?tab=about`);
  await again.close();
});
