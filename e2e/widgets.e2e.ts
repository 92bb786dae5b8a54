import { type Creator, newCreator } from './creator.ts';
import { expect, test } from './fixtures.ts';
import { alertOn, countSounds, openWidget } from './widget-page.ts';

const endedStates = async (creator: Creator) => {
  const { ended } = await creator.call('GET', 'Widget/Queue');
  return Array.isArray(ended) ? ended.map(({ state }: { state: string }) => state) : [];
};

test('one address opened twice plays each alert once, and the creator is told of the double', async ({
  page,
  request,
}) => {
  const creator = await newCreator(request);
  const sounds = await countSounds(page.context());
  const twin = await page.context().newPage();
  await openWidget(page, creator.key);
  await openWidget(twin, creator.key);
  for (const message of ['first', 'second']) await creator.call('POST', `Widget/Test?message=${message}`);
  await expect.poll(() => endedStates(creator), { timeout: 20_000 }).toEqual(['shown', 'shown']);
  expect(await sounds(page)).toBe(2);
  const { sources } = await creator.call('GET', 'Widget/Queue');
  expect(sources).toMatchObject([{ isDoubled: true }, { isDoubled: true }]);
});

test('a page reloaded in the middle shows the rest without its sound', async ({ page, request }) => {
  const creator = await newCreator(request);
  const sounds = await countSounds(page.context());
  await openWidget(page, creator.key);
  await creator.call('POST', 'Widget/Test');
  await expect(alertOn(page)).toBeVisible();
  await expect.poll(() => sounds(page)).toBe(1);
  await page.reload();
  await expect(alertOn(page)).toBeVisible();
  await expect.poll(() => endedStates(creator), { timeout: 15_000 }).toEqual(['shown']);
  expect(await sounds(page)).toBe(1);
});

test('a page reloaded on a busy computer, where the one before it goes late, still shows the rest', async ({
  page,
  request,
}) => {
  const creator = await newCreator(request);
  await creator.call('PUT', 'Widget/Settings', { alert: { duration: 10 } });
  await openWidget(page, creator.key);
  const late = await page.context().newPage();
  await late.goto('/robots.txt');
  await creator.call('POST', 'Widget/Test');
  await expect(alertOn(page)).toBeVisible();
  const source = await page.evaluate(() => sessionStorage.getItem('opora-source'));
  // Next in line for what the page holds: lets it go a second and a half after the page that is reloaded now.
  await late.evaluate((id) => {
    void navigator.locks.request(`opora-source ${id}`, () => new Promise((release) => setTimeout(release, 1_500)));
  }, source);
  await page.reload();
  await expect(alertOn(page)).toBeVisible();
  await expect.poll(() => endedStates(creator), { timeout: 15_000 }).toEqual(['shown']);
});

test('what the creator skips leaves the screen at once', async ({ page, request }) => {
  const creator = await newCreator(request);
  await creator.call('PUT', 'Widget/Settings', { alert: { duration: 30 } });
  await openWidget(page, creator.key);
  await creator.call('POST', 'Widget/Test');
  await expect(alertOn(page)).toBeVisible();
  await creator.call('POST', 'Widget/Control', { action: 'skip' });
  await expect(alertOn(page)).toBeHidden({ timeout: 3_000 });
  expect(await endedStates(creator)).toEqual(['skipped']);
});

test('a source that is off air leaves the alert to the one on air', async ({ page, request }) => {
  const creator = await newCreator(request);
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

test('without a working sound alerts are shown one after the other, and nothing else is on the page', async ({
  page,
  request,
}) => {
  const creator = await newCreator(request);
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
  await expect(alertOn(page)).toContainText('дальше', { timeout: 15_000 });
});
