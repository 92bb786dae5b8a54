import type { Locator, Page } from '@playwright/test';
import { openCabinet } from '#test/e2e/support/cabinet.ts';
import type { Creator } from '#test/e2e/support/creator.ts';
import { expect, test } from '#test/e2e/support/fixtures.ts';

const streams = [
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
] as const;

/** The greatest widths at 1080p. */
const most = { statistics: 640, sticker: 720 } as const;

const widthOf = (element: Locator) => element.evaluate((one) => one.getBoundingClientRect().width);

const layouts = ['board', 'total', 'goal', 'last', 'top'] as const;

/** Figures that need as much room as any. */
async function showLargeFigures(page: Page): Promise<void> {
  const name = 'Константинопольская-Переславская';
  await page.route('**/api/Widget/Statistics*', async (route) => {
    const answer = await route.fetch();
    const { data } = await answer.json();
    const amount = 1_234_567_890;
    const last = [1, 2, 3].map((at) => ({ name, amount, createdAt: `2026-01-01T00:00:0${at}.000Z` }));
    const top = [1, 2, 3].map((place) => ({ place, name, amount }));
    await route.fulfill({ response: answer, json: { success: true, data: { ...data, total: amount, last, top } } });
  });
}

async function openWidgetAt(
  page: Page,
  creator: Creator,
  widget: 'statistics' | 'sticker',
  size: (typeof streams)[number],
) {
  await page.setViewportSize(size);
  await page.goto(`/widgets/${widget}?key=${creator.key}`);
  const shown = page.getByTestId(widget);
  await expect(shown).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  return shown;
}

const expectWithin = async (shown: Locator) =>
  expect(await shown.evaluate((one) => one.scrollWidth <= one.clientWidth), 'nothing sticks out').toBe(true);

test('the statistics leave most of a stream free, at 1080p as at 4K, and grow as far as the creator wants @desktop', async ({
  page,
  creator,
}) => {
  await showLargeFigures(page);
  const goal = { title: 'Новый микрофон для стримов и записи', amount: 1_000_000_000 };
  for (const layout of layouts) {
    await creator.call('PUT', 'Widget/Settings', { statistics: { layout, goal, size: 100 } });
    const widths: number[] = [];
    for (const size of streams) {
      const shown = await openWidgetAt(page, creator, 'statistics', size);
      await expectWithin(shown);
      widths.push((1920 * (await widthOf(shown))) / size.width);
    }
    const [usual = 0, large = 0] = widths;
    expect(usual, layout).toBeLessThanOrEqual(most.statistics);
    expect(large, `${layout} at 4K`).toBeCloseTo(usual, 0);
  }
  await creator.call('PUT', 'Widget/Settings', { statistics: { layout: 'board', size: 200 } });
  const [stream] = streams;
  expect(await widthOf(await openWidgetAt(page, creator, 'statistics', stream))).toBeGreaterThan(most.statistics * 1.8);
});

test('the sticker leaves most of a stream free, at 1080p as at 4K @desktop', async ({ page, creator }) => {
  const [stream, large] = streams;
  for (const text of ['', 'Поддержите нас, пожалуйста: каждый донат двигает стрим впер', 'Ж'.repeat(60)]) {
    await creator.call('PUT', 'Widget/Settings', { sticker: { text, size: 100 } });
    const usual = await openWidgetAt(page, creator, 'sticker', stream);
    await expectWithin(usual);
    const width = await widthOf(usual);
    expect(width).toBeLessThanOrEqual(most.sticker);
    expect((await widthOf(await openWidgetAt(page, creator, 'sticker', large))) / 2).toBeCloseTo(width, 0);
  }
  await creator.call('PUT', 'Widget/Settings', { sticker: { size: 200 } });
  expect(await widthOf(await openWidgetAt(page, creator, 'sticker', stream))).toBeGreaterThan(most.sticker * 1.8);
});

test('the previews of the cabinet take as much of their picture as the widgets of a stream', async ({
  page,
  newWindow,
}) => {
  const { creator } = await openCabinet(page, '/profile/widgets');
  const [stream] = streams;
  const obs = await newWindow({ viewport: stream });
  for (const widget of ['statistics', 'sticker'] as const) {
    const preview = page.getByTestId(widget);
    const share = await preview.evaluate((one) => {
      const frame = one.parentElement;
      if (frame === null) throw new Error('the preview has no frame');
      return one.getBoundingClientRect().width / frame.getBoundingClientRect().width;
    });
    const shown = await openWidgetAt(obs, creator, widget, stream);
    expect(Math.abs(share - (await widthOf(shown)) / stream.width), widget).toBeLessThan(0.01);
  }
});
