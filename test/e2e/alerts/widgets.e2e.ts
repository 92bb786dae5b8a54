import type { Creator } from '#test/e2e/support/creator.ts';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { alertOn, countSounds, openWidget } from '#test/e2e/support/widget-page.ts';

const endedStates = async (creator: Creator) => {
  const { ended } = await creator.call('GET', 'Widget/Queue');
  return Array.isArray(ended) ? ended.map(({ state }: { state: string }) => state) : [];
};

test('an address opened twice plays each alert once, and the creator is warned of the duplicate', async ({
  page,
  creator,
}) => {
  const sounds = await countSounds(page.context());
  const twin = await page.context().newPage();
  await openWidget(page, creator.key);
  await openWidget(twin, creator.key);
  for (const message of ['first', 'second']) await creator.call('POST', `Widget/Test?message=${message}`);
  await expect.poll(() => endedStates(creator)).toEqual(['shown', 'shown']);
  expect(await sounds(page)).toBe(2);
  const { sources } = await creator.call('GET', 'Widget/Queue');
  expect(sources).toMatchObject([{ isDoubled: true }, { isDoubled: true }]);
});

test('a page reloaded during an alert shows the rest without its sound', async ({ page, creator }) => {
  const sounds = await countSounds(page.context());
  await openWidget(page, creator.key);
  await creator.call('POST', 'Widget/Test');
  await expect(alertOn(page)).toBeVisible();
  await expect.poll(() => sounds(page)).toBe(1);
  await page.reload();
  await expect(alertOn(page)).toBeVisible();
  await expect.poll(() => endedStates(creator)).toEqual(['shown']);
  expect(await sounds(page)).toBe(1);
});

test('a page reloaded on a busy computer, where the old page closes late, still shows the rest', async ({
  page,
  creator,
}) => {
  await creator.call('PUT', 'Widget/Settings', { alert: { duration: 10 } });
  await openWidget(page, creator.key);
  const late = await page.context().newPage();
  await late.goto('/robots.txt');
  await creator.call('POST', 'Widget/Test');
  await expect(alertOn(page)).toBeVisible();
  const source = await page.evaluate(() => sessionStorage.getItem('opora-source'));
  // Waits for the lock that the page holds, and releases it 1.5 seconds after the reload.
  await late.evaluate((id) => {
    void navigator.locks.request(`opora-source ${id}`, () => new Promise((release) => setTimeout(release, 1_500)));
  }, source);
  await page.reload();
  await expect(alertOn(page)).toBeVisible();
  await expect.poll(() => endedStates(creator)).toEqual(['shown']);
});

test('a skipped alert leaves the screen at once', { tag: '@verdict' }, async ({ page, creator }) => {
  await creator.call('PUT', 'Widget/Settings', { alert: { duration: 30 } });
  await openWidget(page, creator.key);
  await creator.call('POST', 'Widget/Test');
  await expect(alertOn(page)).toBeVisible();
  const { current } = await creator.call('GET', 'Widget/Queue');
  const { alertId } = Object.assign({ alertId: '' }, current);
  await creator.call('POST', 'Widget/Control', { action: 'skip', alertId });
  await expect(alertOn(page)).toBeHidden({ timeout: 3_000 });
  expect(await endedStates(creator)).toEqual(['skipped']);
});

test('a source that is off air leaves the alert to the one on air', async ({ page, creator }) => {
  const onAir = await page.context().newPage();
  await openWidget(page, creator.key);
  await page.evaluate(() =>
    window.dispatchEvent(new CustomEvent('obsSourceActiveChanged', { detail: { active: false } })),
  );
  await openWidget(onAir, creator.key);
  await expect.poll(async () => (await creator.call('GET', 'Widget/Queue')).sources).toMatchObject([{}, {}]);
  await creator.call('POST', 'Widget/Test');
  await expect(alertOn(onAir)).toBeVisible();
  await expect(alertOn(page)).toBeHidden();
});

test('without working sound alerts are shown one after another, and nothing else is on the page', async ({
  page,
  creator,
}) => {
  await page.addInitScript(() => {
    OscillatorNode.prototype.start = () => {
      throw new DOMException('no device');
    };
  });
  await openWidget(page, creator.key);
  await expect(page.locator('body')).toHaveText('');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  const text = '<img src=x onerror="document.title=1">';
  for (const message of [text, 'дальше'])
    await creator.call('POST', `Widget/Test?message=${encodeURIComponent(message)}`);
  await expect(alertOn(page)).toContainText(text);
  await expect(alertOn(page)).toContainText('дальше');
});
