import { setTimeout as pause } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { browserLaunch, unpackBrowser } from '#test/e2e/support/browser.ts';
import { type Fleet, type FleetOptions, openFleet } from '#test/load/server-fleet.ts';
import { buildIfStale } from '../../../operation/install/build-if-stale.ts';

/** The product with its built screens, and a browser. */
export interface BrowserFixture {
  readonly fleet: Fleet;
  readonly browser: Browser;
  /** A new visitor who shares nothing with others. */
  newVisitor(options?: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** Starts both. */
export async function openBrowserFixture(options: FleetOptions = {}): Promise<BrowserFixture> {
  await buildIfStale(new URL('../../..', import.meta.url).pathname, () => undefined);
  await unpackBrowser();
  const fleet = await openFleet({ ...options, env: { PAGES: 'built', MAP_TILES: 'off', ...options.env } });
  const browser = await chromium.launch(browserLaunch()).catch(async (error: unknown) => {
    await fleet.close();
    throw error;
  });
  return {
    fleet,
    browser,
    async newVisitor(more = {}) {
      const size = { width: 1440, height: 900 };
      const context = await browser.newContext({ locale: 'ru-RU', baseURL: fleet.server.url, viewport: size, ...more });
      context.setDefaultTimeout(30_000);
      return context;
    },
    async close() {
      await browser.close();
      await fleet.close();
    },
  };
}

/** Logs a visitor in: stores both tokens before any page of the product runs. */
export async function enterAs(
  context: BrowserContext,
  fleet: Pick<Fleet, 'server'>,
  tokens: { readonly token: string; readonly refreshToken: string },
): Promise<void> {
  const { url } = fleet.server;
  const page = await context.newPage();
  await page.goto('/robots.txt');
  await context.addCookies([{ name: 'refreshToken', value: tokens.refreshToken, url }]);
  await page.evaluate((value) => localStorage.setItem('token', value), tokens.token);
  await page.close();
}

const quietMilliseconds = 400;
const longestMilliseconds = 5_000;

/** Opens an address and waits until the network is idle, at most 5 s, because streams never end. */
export async function look(page: Page, path: string) {
  const open = new Set<Request>();
  let changedAt = Date.now();
  const note = (request: Request, isOpen: boolean) => {
    if (isOpen) open.add(request);
    else open.delete(request);
    changedAt = Date.now();
  };
  page.on('request', (request) => note(request, !request.url().includes('/Events')));
  page.on('requestfinished', (request) => note(request, false));
  page.on('requestfailed', (request) => note(request, false));
  const response = await page.goto(path, { waitUntil: 'load' });
  const loadedAt = Date.now();
  const isQuiet = () => open.size === 0 && Date.now() - changedAt > quietMilliseconds;
  while (!isQuiet() && Date.now() - loadedAt < longestMilliseconds) await pause(50);
  return response;
}
