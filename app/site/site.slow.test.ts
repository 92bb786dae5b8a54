import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { browserLaunch, unpackBrowser } from '#test/e2e/support/browser.ts';
import { buildShell, startShell } from '#test/support/shell-server.ts';

let context: BrowserContext;
let page: Page;
const troubles: string[] = [];

await unpackBrowser();
await buildShell();
const app = await startShell();
afterAll(() => app.close());
const browser = await chromium.launch(browserLaunch());
afterAll(() => browser.close());

beforeEach(async () => {
  troubles.length = 0;
  context = await browser.newContext({
    baseURL: app.origin,
    locale: 'ru-RU',
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

/** Errors reported by the browser. Every test ends with none. */
const complaints = () => troubles.join('\n');

const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const hydrated = () => page.waitForFunction(() => document.querySelector('[aria-pressed="true"] svg') !== null);

test('a missing page is 404, says so, links on, and obeys the content security policy', async () => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await hydrated();
  expect(await page.locator('h1').textContent()).toBe('Здесь ничего не соткано');
  expect(await page.title()).toContain('Страница не найдена');
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  expect(await page.locator('main a').count()).toBeGreaterThanOrEqual(2);
  expect(complaints()).toBe('');
});

test('the footer links to the source of the program', async () => {
  await page.goto('/offline');
  const link = page.locator('footer').getByRole('link', { name: 'Исходный код' });
  expect(await link.getAttribute('href')).toBe('/source');
  expect(complaints()).toBe('');
});

test('an address with a language selects it until the visitor chooses another', async () => {
  await page.goto('/offline?lang=en');
  await page.waitForFunction(() => document.querySelector('[aria-pressed="true"] svg') !== null);
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect((await (await page.goto('/offline'))?.text())?.includes('lang="en"')).toBe(true);
  await page.goto('/offline?lang=uz&tab=x');
  await page.locator('html[lang=uz]').waitFor();
  await page.locator('footer').getByRole('button', { name: 'Русский' }).click();
  await page.waitForURL('**/offline?tab=x');
  await page.locator('html[lang=ru]').waitFor();
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

test('the colour scheme follows the system, can be chosen, and survives a reload without a flash', async () => {
  await page.goto('/offline');
  await hydrated();
  expect(await ground()).toBe('rgb(251, 248, 243)');
  await page.getByRole('button', { name: 'Тёмное' }).first().click();
  expect(await ground()).toBe('rgb(21, 18, 20)');
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.body !== null);
  expect(await page.evaluate(() => document.documentElement.dataset.colourScheme)).toBe('dark');
  await page.emulateMedia({ colorScheme: 'dark' });
  await hydrated();
  await page.getByRole('button', { name: 'Как в системе' }).first().click();
  expect(await ground()).toBe('rgb(21, 18, 20)');
  expect(complaints()).toBe('');
});

test('the language changes at once, and the server uses it from then on', async () => {
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

test('a link opens a view at the top without a reload; so does going back', async () => {
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

test('without scripts the page is complete and the search works', async () => {
  const plain = await browser.newContext({ baseURL: app.origin, locale: 'ru-RU', javaScriptEnabled: false });
  const quiet = await plain.newPage();
  await quiet.goto('/offline');
  expect(await quiet.locator('h1').isVisible()).toBe(true);
  await quiet.getByRole('searchbox').first().fill('дил');
  await quiet.getByRole('searchbox').first().press('Enter');
  await quiet.waitForURL('**/authors?search=*');
  await plain.close();
  expect(complaints()).toBe('');
});

test('without a network the visitor sees our own page in his colours, and the requested one once it is back', async () => {
  const other = await startShell();
  await page.goto(`${other.origin}/offline`);
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await other.close();
  await page.goto(`${other.origin}/profile?tab=about`);
  expect(await page.locator('h1').textContent()).toBe('Связь прервалась');
  const headingFonts = await page.evaluate(() =>
    [...document.fonts]
      .filter(({ family, unicodeRange }) => family.includes('Unbounded Variable') && unicodeRange.includes('U+410-44F'))
      .map(({ status }) => status),
  );
  expect(headingFonts).toEqual(['loaded']);
  expect(await ground()).toBe('rgb(251, 248, 243)');
  const again = await startShell(Number(new URL(other.origin).port));
  await page.getByRole('link', { name: 'Попробовать ещё раз' }).click();
  await page.waitForFunction(() => document.querySelector('h1')?.textContent !== 'Связь прервалась');
  expect(page.url()).toBe(`${other.origin}/profile?tab=about`);
  await again.close();
});
