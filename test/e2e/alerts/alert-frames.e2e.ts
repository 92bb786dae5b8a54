import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { endAlert, openNamedAlerts, showNamed } from '#test/e2e/support/named-alert.ts';

test.use({ viewport: { width: 1920, height: 1080 } });

const themes = ['ikat', 'minimal', 'playful', 'dark', 'light'] as const;
const seconds = 3;
/** Frames of an alert for each of an empty page in the same run: 58 of 60. */
const least = 58 / 60;
const tries = 6;

/** How many frames the page draws from now on. */
const framesOf = (page: Page) =>
  page.evaluate(
    (time) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        let frames = 0;
        const next = () => {
          if (performance.now() - began >= time) {
            resolve(frames);
            return;
          }
          frames += 1;
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    seconds * 1_000,
  );

/** A page on which only a small square turns, so that it has something to draw. */
async function openEmptyPage(page: Page): Promise<Page> {
  const empty = await page.context().newPage();
  await empty.goto('/robots.txt');
  await empty.evaluate(() => {
    const square = document.body.appendChild(document.createElement('div'));
    square.style.cssText = 'width: 20px; height: 20px; background: green';
    square.animate([{ rotate: '0deg' }, { rotate: '360deg' }], { duration: 1_000, iterations: Infinity });
  });
  return empty;
}

test('an alert of each theme is drawn as smoothly as an empty page @desktop', async ({ page, creator }) => {
  test.setTimeout(300_000);
  const empty = await openEmptyPage(page);
  await page.bringToFront();
  await openNamedAlerts(page, creator);
  const seen: Record<string, number> = {};
  for (const theme of themes) {
    await creator.call('PUT', 'Widget/Settings', { alert: { duration: 30, theme, animation: 'unroll' } });
    let best = 0;
    // Other work on the machine takes frames from either: the try that it disturbed least counts.
    for (let at = 0; at < tries && best < least; at += 1) {
      await empty.bringToFront();
      const possible = await framesOf(empty);
      await page.bringToFront();
      await showNamed(page, creator, {
        name: 'Александра Благотворительница',
        message: 'Спасибо за стрим, очень душевно!',
      });
      best = Math.max(best, (await framesOf(page)) / possible);
      await endAlert(page, creator);
    }
    seen[theme] = best;
  }
  for (const [theme, share] of Object.entries(seen)) expect(share, theme).toBeGreaterThanOrEqual(least);
});
