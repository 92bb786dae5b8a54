import type { BrowserContext, Page } from '@playwright/test';

export const alertOn = (page: Page) => page.getByTestId('alert');

/** Opens the alerts as OBS does; resolves when they are connected. */
export async function openWidget(page: Page, key: string): Promise<void> {
  const isOpen = page.waitForResponse((response) => response.url().includes('/api/Widget/Events'));
  await page.goto(`/widgets/notification?key=${key}`);
  await isOpen;
}

/** The time of the alert that a widget plays, which is at most this long, goes by at once. The page's clock was installed before. */
export async function endAlert(page: Page, milliseconds = 3_000): Promise<void> {
  await page.clock.fastForward(milliseconds);
}

export async function countSounds(context: BrowserContext): Promise<(page: Page) => Promise<number>> {
  await context.addInitScript(() => {
    const start = OscillatorNode.prototype.start;
    let last = Number.NEGATIVE_INFINITY;
    OscillatorNode.prototype.start = function startCounted(...when) {
      // The tones of one sound are started together.
      if (performance.now() - last > 200)
        localStorage.setItem('sounds', String(Number(localStorage.getItem('sounds')) + 1));
      last = performance.now();
      return start.apply(this, when);
    };
  });
  return (page) => page.evaluate(() => Number(localStorage.getItem('sounds')));
}

/** Records when an alert with the given text first appears, in milliseconds since 1970 (0: not yet). */
export async function noteAlert(page: Page, words: string): Promise<() => Promise<number>> {
  await page.evaluate((wanted) => {
    const root = document.documentElement;
    const look = () => {
      const isThere = document.querySelector('[data-testid=alert]')?.textContent?.includes(wanted) ?? false;
      if (isThere && root.dataset.alertAt === undefined) root.dataset.alertAt = String(Date.now());
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, words);
  return () => page.evaluate(() => Number(document.documentElement.dataset.alertAt ?? 0));
}
