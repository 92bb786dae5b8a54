import type { Locator } from '@playwright/test';
import { openCabinet } from '#test/e2e/support/cabinet.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { enlargeLetters } from '#test/e2e/support/large-letters.ts';
import { enterDemo } from '#test/e2e/support/people.ts';
import { brokenWords, topOf } from '#test/e2e/support/place-of.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

const phone = { width: 390, height: 844 };

/** In how many lines buttons stand. */
const linesOf = (buttons: Locator) =>
  buttons.evaluateAll((all) => new Set(all.map((button) => button.getBoundingClientRect().top)).size);

test('all orders of a page are chosen at once on a phone, too', { tag: '@desktop' }, async ({ page }) => {
  await page.setViewportSize(phone);
  await enterAsStaff(page, 'admin');
  await page.goto('/admin/orders');
  const boxes = page.getByRole('checkbox', { name: /^Выбрать заказ/ });
  await page.getByRole('checkbox', { name: 'Выбрать все на странице' }).press('Space');
  await expect(boxes.first()).toBeChecked();
  await expect(boxes.and(page.locator(':not(:checked)'))).toHaveCount(0);
  await expectAccessible(page, 'main');
});

test('the names of creators are shown whole where their order is set', { tag: '@desktop' }, async ({ page }) => {
  await page.setViewportSize(phone);
  await enterAsStaff(page, 'admin');
  await page.goto('/admin/filters');
  await page
    .getByRole('button', { name: /^Добавить: / })
    .first()
    .click();
  await expect(page.getByRole('list', { name: 'Закреплённые авторы' })).toBeVisible();
  const names = page.getByRole('main').locator('a[href^="/admin/user/"]');
  const cut = await names.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
  expect(cut).toBe(0);
  expect(await brokenWords(names)).toEqual([]);
});

test('no word of a product is broken on the smallest phones in Uzbek', { tag: '@desktop' }, async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.context().addCookies([{ name: 'lang', value: 'uz', url: String(baseURL) }]);
  await enterAsStaff(page, 'admin');
  await page.goto('/admin/products');
  const facts = page.getByRole('cell').filter({ hasText: 'buyurtma asosida' });
  await expect(facts.first()).toBeVisible();
  expect(await brokenWords(facts)).toEqual([]);
  await noHorizontalScroll(page);
});

test('the price of a product stands above its bar on the smallest phones', { tag: '@desktop' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/market');
  await page.locator('main article a[href^="/merch/"]').first().press('Enter');
  const price = page.locator('h1 + p');
  await expect(price).toBeVisible();
  const end = await price.evaluate((one) => one.getBoundingClientRect().bottom);
  expect(end).toBeLessThan(await topOf(page.getByRole('button', { name: /корзину|размер/i }).first()));
});

test('the picture of a product is as wide as a low phone', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/market');
  await page.locator('main article a[href^="/merch/"]').first().press('Enter');
  const picture = page.getByRole('region', { name: 'Фотографии' }).locator('li').first();
  await expect(picture).toBeVisible();
  for (const [width, height] of [
    [320, 568],
    [360, 640],
    [375, 667],
    [599, 500],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await picture.evaluate(({ clientWidth }) => clientWidth), `at ${width} px`).toBe(width);
  }
});

test('the buttons of what donors choose are equally wide, in the form and below it', { tag: '@desktop' }, async ({
  page,
}) => {
  const { creator } = await openCabinet(page, '/profile');
  const options = [{ text: 'Гонки' }, { text: 'Шахматы' }];
  await creator.call('POST', 'Vote/Save', { question: 'Во что играем?', options, price: 5_000 });
  await creator.call('POST', 'Target/Save', { text: 'Танцую', goal: 100_000 });
  await creator.call('POST', 'Reward/Save', { text: 'Имя в титрах', price: 10_000, stock: null });
  for (const [kind, add, save, end] of [
    ['votes', 'Задать вопрос', 'Начать голосование', 'Завершить голосование'],
    ['targets', 'Добавить рубеж', 'Открыть рубеж', 'Закрыть рубеж'],
    ['rewards', 'Добавить награду', 'Предложить награду', 'Закрыть награду'],
  ] as const) {
    await page.goto(`/profile/${kind}`);
    await page.getByRole('button', { name: add, exact: true }).click();
    for (const size of [phone, { width: 1_440, height: 900 }]) {
      await page.setViewportSize(size);
      const widths = await Promise.all(
        [save, 'Отменить', 'Изменить', end].map((name) =>
          page
            .getByRole('button', { name, exact: true })
            .evaluate((one) => Math.round(one.getBoundingClientRect().width)),
        ),
      );
      expect(new Set(widths).size, `${kind} at ${size.width} px: ${widths.join()}`).toBe(1);
    }
    const colours = await Promise.all(
      ['Изменить', end].map((name) =>
        page.getByRole('button', { name, exact: true }).evaluate((one) => getComputedStyle(one).color),
      ),
    );
    expect(new Set(colours).size, `${kind}: what ends is calm until it is asked for`).toBe(1);
  }
});

test('a long search that has found nothing is shown whole', { tag: '@desktop' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const typed = 'z'.repeat(90);
  await page.goto(`/market?search=${typed}`);
  await expect(page.getByText(`По запросу «${typed}» ничего не нашлось`)).toBeVisible();
  await noHorizontalScroll(page);
});

test('rows that find no room on paper are cards there, and a table again on the screen', { tag: '@desktop' }, async ({
  page,
}) => {
  await enterAsStaff(page, 'admin');
  await page.setViewportSize({ width: 1_440, height: 900 });
  await page.goto('/admin/orders');
  const table = page.getByRole('main').getByRole('table').first();
  const isTable = () => table.evaluate((one) => !one.hasAttribute('data-cards'));
  const say = (what: string) => page.evaluate((name) => window.dispatchEvent(new Event(name)), what);
  await expect(table).toBeVisible();
  expect(await isTable()).toBe(true);
  await say('beforeprint');
  expect(await isTable()).toBe(false);
  await say('afterprint');
  expect(await isTable()).toBe(true);
});

test('the bar of an unsaved post is one low line', { tag: '@desktop' }, async ({ page }) => {
  await page.setViewportSize(phone);
  await openCabinet(page, '/profile/members/posts/new');
  await page.getByLabel('Заголовок').fill('Черновик альбома');
  const bar = page.locator('div:has(> [role=status] + button)');
  await expect(bar.getByRole('status')).toHaveText('Есть несохранённые изменения');
  expect(await linesOf(bar.getByRole('button'))).toBe(1);
  expect(await bar.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(phone.height / 12);
});

test('an overview in one column begins with the stream', { tag: '@desktop' }, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1_024 });
  await openCabinet(page, '/profile');
  const stream = page.getByRole('region', { name: 'Стрим', exact: true });
  const steps = page.getByRole('region', { name: 'Первые шаги' });
  expect(await topOf(stream)).toBeLessThan(await topOf(steps));
  await page.setViewportSize({ width: 1_440, height: 900 });
  expect(await topOf(stream)).toBe(await topOf(steps));
});

test('names stay whole in letters twice as large, at the thumb and in the lists of a creator', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.setViewportSize(phone);
  await enterDemo(page, 'creator');
  for (const language of ['ru', 'uz', 'en'])
    for (const path of ['/profile', '/profile/donations']) {
      await page.goto(`${path}?lang=${language}`);
      const bar = page.locator('nav > div:has(> a + button)');
      await expect(bar.getByRole('link')).toHaveCount(4);
      await expect(page.getByRole('main').locator('li b').first()).toBeVisible();
      await enlargeLetters(page);
      const cut = await bar
        .locator('a, button')
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
      expect(cut, `${path} in ${language}`).toEqual([]);
      expect(await brokenWords(bar.locator('a, button'))).toEqual([]);
      expect(await brokenWords(page.getByRole('main').locator('li b, h3'))).toEqual([]);
      // What stands above the bar knows how high it has become.
      const height = await bar.evaluate((one) => Math.round(one.getBoundingClientRect().height));
      expect(height).toBeGreaterThan(100);
      await expect(page.locator('body')).toHaveCSS('padding-bottom', `${String(height)}px`);
    }
});

test('the stage of the alerts is as wide as the fields below it', { tag: '@desktop' }, async ({ page }) => {
  await openCabinet(page, '/profile/alerts');
  const stage = page.getByRole('complementary').locator('div:has(> [data-testid="alert"])').first();
  const title = page.getByRole('heading', { level: 1 });
  await expect(stage).toBeVisible();
  for (const width of [320, 390, 479]) {
    await page.setViewportSize({ width, height: 844 });
    const sizes = await Promise.all([stage, title].map((one) => one.evaluate(({ clientWidth }) => clientWidth)));
    expect(sizes[0], `at ${String(width)} px`).toBe(sizes[1]);
  }
});
