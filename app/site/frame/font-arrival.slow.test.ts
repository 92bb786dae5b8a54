import { rm } from 'node:fs/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, expect, test } from 'vitest';
import { browserLaunch, unpackBrowser } from '#test/e2e/support/browser.ts';
import { layoutShift } from '#test/e2e/support/layout-shift.ts';
import { loneFont, type SystemFont, systemFonts } from '#test/support/lone-font.ts';
import { buildShell, startShell } from '#test/support/shell-server.ts';

const browsers: Browser[] = [];
const folders: string[] = [];

await unpackBrowser();
await buildShell();
const app = await startShell();
afterAll(() => app.close());
afterEach(async () => {
  await Promise.all(browsers.splice(0).map((browser) => browser.close()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

async function launchWith(font: SystemFont): Promise<Browser> {
  const { folder, config } = await loneFont(font);
  folders.push(folder);
  const { env, ...launch } = browserLaunch();
  const browser = await chromium.launch({ ...launch, env: { ...env, FONTCONFIG_FILE: config } });
  browsers.push(browser);
  return browser;
}

/** The fonts used for the text of an element. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName);
}

const painted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

interface Arrival {
  /** The fonts of heading and footer at first, and of the heading in the end. */
  readonly before: string[];
  readonly after: string[];
  readonly sum: number;
  readonly moved: string;
}

/** Opens a page with our fonts delayed until it is painted. */
async function shiftOf(page: Page, path: string): Promise<Arrival> {
  const release = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto(`${app.origin}${path}`, { waitUntil: 'domcontentloaded' });
  await page.locator('h1').waitFor();
  await painted(page);
  const before = [...(await fontsOf(page, 'h1')), ...(await fontsOf(page, 'footer'))];
  release.resolve();
  await page.waitForLoadState('load');
  await page.evaluate(() => document.fonts.ready);
  await painted(page);
  const after = await fontsOf(page, 'h1');
  return { before, after, ...(await layoutShift(page)) };
}

test.each(systemFonts)('nothing jumps when our fonts take the place of $family', async (font) => {
  const browser = await launchWith(font);
  for (const width of [1280, 390]) {
    for (const path of ['/offline', '/404']) {
      const page = await browser.newPage({ locale: 'ru-RU', viewport: { width, height: 800 } });
      const { before, after, sum, moved } = await shiftOf(page, path);
      expect(new Set(before)).toEqual(new Set([font.drawnAs]));
      expect(after.join()).toContain('Unbounded');
      expect(sum, `${font.family} ${path} at ${width}: ${moved}`).toBeLessThan(0.01);
      await page.close();
    }
  }
});
