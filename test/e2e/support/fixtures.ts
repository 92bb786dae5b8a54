import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { type Creator, newCreator } from './creator.ts';
import { Giver } from './giver.ts';

/** What the configuration, or a test by `test.use`, may set. */
export interface Options {
  sandboxUrl: string;
  /** Messages that this test provokes on purpose, such as the browser's own line about an answer of status 400. */
  expectedTroubles: RegExp[];
}

interface Fixtures {
  /** What went wrong in the test's windows: console errors, uncaught exceptions, breaches of the content policy. */
  troubles: string[];
  /** Opens a window that shares nothing with the test's `page` (another visitor, OBS), watched like it. */
  newWindow: (options?: BrowserContextOptions) => Promise<Page>;
  /** A new creator, as `newCreator` makes one. */
  creator: Creator;
  /** A donor of `creator`, in the test's `page`. */
  giver: Giver;
}

async function watch(context: BrowserContext, troubles: string[]): Promise<void> {
  context.on('weberror', (webError) => troubles.push(`uncaught: ${webError.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()} (${message.location().url})`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`content policy: ${event.violatedDirective} forbids ${event.blockedURI}`);
    });
  });
}

/** Ends the test's routes: a request still under way would fail in its handler, and with it the worker's next test. */
async function endRoutes(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()];
  await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
}

/** Playwright's `test`; fails when a window reports a trouble that the test does not expect. */
export const test = base.extend<Options & Fixtures>({
  expectedTroubles: [[], { option: true }],
  sandboxUrl: ['', { option: true }],
  troubles: [
    async ({ context, expectedTroubles }, use) => {
      const troubles: string[] = [];
      await watch(context, troubles);
      await use(troubles);
      await endRoutes(context);
      const unexpected = troubles.filter((text) => !expectedTroubles.some((pattern) => pattern.test(text)));
      expect(unexpected, 'troubles reported by the windows').toEqual([]);
    },
    { auto: true },
  ],
  newWindow: async ({ browser, baseURL, contextOptions, troubles }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...contextOptions, locale: 'ru-RU', baseURL, ...options });
      contexts.push(context);
      await watch(context, troubles);
      return context.newPage();
    });
    for (const context of contexts) {
      await endRoutes(context);
      await context.close();
    }
  },
  creator: async ({ request }, use) => use(await newCreator(request)),
  giver: async ({ page, request, sandboxUrl, creator: { userName } }, use) =>
    use(new Giver({ page, request, sandboxUrl, userName })),
});

export { expect };

/** As if the person had looked away and come back: whatever waits for its next question asks at once. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** Waits until the page shows its content instead of what stands for it; measured earlier, every page is right. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]').filter({ visible: true })).toHaveCount(0);
}

const axeSource = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Puts axe into a document once: its builder would do so twice for every scan. */
async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
}

/** Which of `places` are too small to be pressed, each seen in the middle of the window: a fixed bar covers some of them. */
async function smallTargets(page: Page, places: readonly string[]): Promise<string[]> {
  const small: string[] = [];
  const before = await page.evaluate(() => scrollY);
  for (const place of places) {
    await page.locator(place).evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const axe = new AxeBuilder({ page, axeSource: 'void 0' }).setLegacyMode().include(place).withRules('target-size');
    if ((await axe.analyze()).violations.length > 0) small.push(place);
  }
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), before);
  return small;
}

/** WCAG 2.2 AA: the page reflows into its window, and axe finds nothing in it, or in its part `within`. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  await expectLoaded(page);
  // What moves in is not in its place, and text that fades in has no contrast yet.
  await page.evaluate(async () => {
    // Twice: a change of the page begins to fade with its next picture. Not longer: some play again and again.
    for (let round = 0; round < 2; round += 1) {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
      await Promise.allSettled(ending.map(({ finished }) => finished));
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    }
  });
  const isAlone = page.frames().length === 1;
  if (isAlone) await bringAxe(page);
  // Without frames axe runs in the page itself: finishing in a second page takes as long again.
  const axe = new AxeBuilder(isAlone ? { page, axeSource: 'void 0' } : { page })
    .setLegacyMode(isAlone)
    // Nobody reads what has passed, and describing it takes longer than the checks.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  const found: string[] = [];
  for (const { id, help, nodes } of violations) {
    const places = nodes.map((node) => node.target.join(' '));
    const real = id === 'target-size' && isAlone ? await smallTargets(page, places) : places;
    if (real.length > 0) found.push(`${id}: ${help} at ${real.join(', ')}`);
  }
  expect(found, 'violations found by axe').toEqual([]);
  expect(await page.locator(within ?? 'body').evaluateAll(formFaults), 'forms and groups of fields').toEqual([]);
  // Last: what comes late may widen the page.
  await noHorizontalScroll(page);
}

/** What axe does not look at: forms without a submit button, fieldsets without a legend, names without the text that is seen. */
function formFaults(roots: readonly Element[]): string[] {
  const faults: string[] = [];
  const all = (selector: string) => roots.flatMap((root) => [...root.querySelectorAll(selector)]);
  const report = (fault: string, { outerHTML }: Element) => faults.push(`${fault}: ${outerHTML.slice(0, 120)}`);
  for (const form of all('form')) if (!form.querySelector('[type="submit"]')) report('no submit button', form);
  for (const set of all('fieldset')) {
    if (!set.querySelector(':scope > legend')?.textContent?.trim()) report('no legend', set);
  }
  for (const named of all('a[aria-label], button[aria-label]')) {
    const words = (text: string | null) =>
      (text ?? '')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean)
        .join(' ');
    const text = document.createElement('div');
    text.innerHTML = named.innerHTML;
    // A letter in a picture is a picture.
    for (const picture of text.querySelectorAll('svg, [aria-hidden="true"]')) picture.remove();
    const seen = words(text.textContent);
    const name = words(named.getAttribute('aria-label'));
    if (seen !== '' && !` ${name} `.includes(` ${seen} `)) report('another name than is seen', named);
  }
  return faults;
}

/** The page is no wider than the window, and no element sticks out of it. */
export async function noHorizontalScroll(page: Page): Promise<void> {
  await expectLoaded(page);
  const { content, view } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    view: document.documentElement.clientWidth,
  }));
  expect(content, 'width of the content against the window').toBeLessThanOrEqual(view);
}

/** Neither the head of the page nor a bar at its foot lies over it. */
export async function expectUncovered(target: Locator): Promise<void> {
  const isOnTop = () =>
    target.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await expect.poll(isOnTop, 'it is seen').toBe(true);
}
