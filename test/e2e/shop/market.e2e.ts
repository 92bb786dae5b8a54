import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { newCreator } from '#test/e2e/support/creator.ts';
import { expect, expectAccessible, expectLoaded, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { dataOf } from '#test/e2e/support/people.ts';
import { newSign } from '#test/e2e/support/shop.ts';
import { staffTokens } from '#test/e2e/support/staff.ts';

/** A category of one creator's things that no other test has: a T-shirt with pictures of two colours, and a thing that is sold out. */
async function newGoods(request: APIRequestContext) {
  const [seller, { token }] = await Promise.all([newCreator(request), staffTokens('moderator', request)]);
  const headers = { authorization: `Bearer ${token}` };
  const post = async (name: string, data: object) => dataOf(await request.post(`/api/${name}`, { headers, data }));
  const picture = async (background: string) => {
    const ground = { create: { width: 320, height: 320, channels: 3 as const, background } };
    const file = { name: 'a.png', mimeType: 'image/png', buffer: await sharp(ground).png().toBuffer() };
    const multipart = { name: 'a.png', type: 'Product', file };
    return String((await dataOf(await request.post('/api/Images', { headers, multipart }))).name);
  };
  const named = async (path: string, names: readonly string[]) => {
    const all = Object.values(await dataOf(await request.get(`/api/Attribute/${path}`)));
    const ids = all.map((one) => Object.assign({ id: 0, name: '' }, one)).filter(({ name }) => names.includes(name));
    return ids.map(({ id }) => id);
  };
  const [sizeIds, [white = 0, red = 0]] = await Promise.all([
    named('SizeList', ['S', 'XL']),
    named('ColorList', ['Белый', 'Гранатовый']),
  ]);
  const sign = newSign();
  const category = await post('Product/CreateCategory', { name: `Проба ${sign}` });
  const { id: userId } = await seller.call('POST', 'Identity/GetUser');
  const common = { categoryId: category.id, userId, description: 'Хлопок </script><b>240</b> г' };
  const photos = { white: [await picture('#ffffff'), await picture('#dddddd')], red: [await picture('#c2334d')] };
  const images = [
    ...photos.white.map((imgUrl, order) => ({ imgUrl, colorId: white, order })),
    ...photos.red.map((imgUrl) => ({ imgUrl, colorId: red, order: 5 })),
  ];
  const choices = { sizeIds, colorIds: [white, red], colorId: white, images };
  const shirt = await post('Product/Create', {
    ...common,
    name: `Футболка ${sign}`,
    price: 150_000,
    stock: 3,
    ...choices,
  });
  await post('Product/Create', { ...common, name: `Брелок ${sign}`, price: 20_000, stock: 0 });
  return { sign, categoryId: String(category.id), shirtId: String(shirt.id), photos };
}

const cardNames = (page: Page) =>
  page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link').allInnerTexts();
const photo = (page: Page) => page.getByRole('region', { name: 'Фотографии' }).getByRole('img').first();

async function openFilters(page: Page) {
  const opener = page.getByRole('button', { name: /^Фильтры/ });
  if (await opener.isVisible()) await opener.click();
}

test('category, order, search and page of the market live in the address', { tag: '@verdict' }, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Вся категория: Футболки' }).click();
  await expect(page).toHaveURL(/\/market\?category=\d+$/);
  await expect(page).toHaveTitle(/^Футболки — мерч/);
  await page.goto('/market');
  await expect(page.getByText(/^Наш(ёл|л)/)).toBeVisible();
  const first = await cardNames(page);
  expect(first).toHaveLength(9);
  await page.getByRole('link', { name: 'Страница 2' }).click();
  await expect(page).toHaveURL('/market?page=2');
  await expectLoaded(page);
  expect(await cardNames(page)).not.toEqual(first);

  await openFilters(page);
  await page.getByRole('navigation', { name: 'Категории' }).getByRole('link', { name: /^Худи/ }).click();
  await expect(page).toHaveURL(/\?category=\d+$/);
  await expectLoaded(page);
  for (const name of await cardNames(page)) expect(name).toMatch(/^Худи/);
  await page.getByRole('link', { name: 'Дешевле' }).click();
  await expect(page).toHaveURL(/order=cheap/);
  await expectLoaded(page);
  const prices = (await page.getByRole('article').getByText(/сум$/).allInnerTexts()).map((sum) =>
    sum.replace(/\D/g, ''),
  );
  expect(prices.length).toBeGreaterThan(2);
  expect(prices.map(Number)).toEqual(prices.map(Number).toSorted((a, b) => a - b));

  const search = page.getByRole('main').getByRole('searchbox', { name: 'Что ищем?' });
  await search.fill('ночной стрим');
  await expect(page).toHaveURL(/search=/);
  await expectLoaded(page);
  expect(await cardNames(page)).toEqual(['Худи «Ночной стрим»']);
  await page.reload();
  await expect(search).toHaveValue('ночной стрим');
  await page.getByRole('link', { name: /^Убрать: Худи/ }).click();
  await expect(page).not.toHaveURL(/category/);
  await page.goBack();
  await expect(page.getByRole('link', { name: /^Убрать: Худи/ })).toBeVisible();
  await search.fill('такого точно нет');
  await expect(page.getByText('По запросу «такого точно нет» ничего не нашлось')).toBeVisible();
  await page.getByRole('link', { name: 'Показать весь мерч' }).click();
  await expect(page).toHaveURL('/market');
  await expectLoaded(page);
  expect(await cardNames(page)).toEqual(first);
});

test('a creator’s merch is found by his name, on his page and beside his things', async ({ page }) => {
  await page.goto('/dilnoza');
  await page.getByRole('navigation', { name: 'Страница автора' }).getByRole('link', { name: 'Мерч' }).click();
  await expect(page).toHaveURL('/dilnoza?tab=merch');
  await expect(page.getByRole('article').getByRole('link', { name: 'Худи «Ночной стрим»' })).toBeVisible();
  const his = await cardNames(page);
  await page.reload();
  expect(await cardNames(page)).toEqual(his);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Весь мерч автора|^Искать в маркете/ })
    .click();
  await expect(page).toHaveURL('/market?creator=dilnoza');
  await expectLoaded(page);
  expect((await cardNames(page)).toSorted()).toEqual(his.toSorted());

  await openFilters(page);
  const authors = page.getByRole('navigation', { name: 'Авторы' });
  const found = authors.getByRole('link', { name: 'Улугбек Рахимов' });
  await authors.getByRole('searchbox').fill('рахимов');
  await found.evaluate((link: HTMLElement) => {
    link.click();
    // As a busy phone would: the pause after the typing is over before the tap is drawn.
    for (const until = performance.now() + 500; performance.now() < until; );
  });
  await expect(page).toHaveURL('/market?creator=oltin.dutor');
  await expectLoaded(page);
  await page.getByRole('article').first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 2, name: 'Улугбек Рахимов' })).toBeVisible();
});

test('colour and size are addresses; pictures follow the colour and open large', { tag: '@verdict' }, async ({
  page,
  request,
  isMobile,
}) => {
  const { sign, shirtId, photos, categoryId } = await newGoods(request);
  await page.goto(`/merch/${shirtId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Футболка ${sign}`);
  await expect(page.getByText('Осталось 3 штуки')).toBeVisible();
  await expect(photo(page)).toHaveAttribute('src', new RegExp(photos.white[0] ?? ''));
  const sizes = page.getByRole('navigation', { name: 'Размер' });
  await expect(sizes.getByRole('link')).toHaveText(['S', 'XL']);
  await expect(sizes.locator('s')).toHaveText([/^XS/, /^M/, /^L/, /^XXL/, /^3XL/]);

  await page.getByRole('button', { name: 'В корзину' }).click();
  await expect(page.getByText('Сначала выберите размер')).toBeVisible();
  await sizes.getByRole('link', { name: 'XL' }).click();
  await page.getByRole('link', { name: 'Гранатовый' }).click();
  await expect(page).toHaveURL(/\?size=\d+&color=\d+$/);
  await expect(photo(page)).toHaveAttribute('src', new RegExp(photos.red[0] ?? ''));
  await page.reload();
  await expect(photo(page)).toHaveAttribute('src', new RegExp(photos.red[0] ?? ''));
  await expect(sizes.getByRole('link', { name: 'XL' })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('textbox', { name: 'Количество' }).fill('9');
  await page.getByRole('textbox', { name: 'Количество' }).blur();
  await expect(page.getByRole('textbox', { name: 'Количество' })).toHaveValue('3');
  if (isMobile) await expect(page.getByRole('button', { name: 'В корзину' })).toBeInViewport();
  await page.getByRole('button', { name: 'В корзину' }).click();
  await expect(page.getByText('Добавлено.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Белый' }).click();
  await page.getByRole('link', { name: /увеличить фото 1/ }).click();
  const viewer = page.getByRole('dialog', { name: /Футболка/ });
  await expect(viewer.getByRole('img')).toHaveAttribute('src', new RegExp(photos.white[0] ?? ''));
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('img')).toHaveAttribute('src', new RegExp(photos.white[1] ?? ''));
  await viewer.getByRole('button', { name: 'Приблизить' }).click();
  await expect(viewer.getByRole('button', { name: 'Отдалить' })).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();

  const similar = page.getByRole('region', { name: 'Похожие товары' }).getByRole('article');
  await expect(similar).toHaveCount(1);
  await expect(similar.getByText('Распродано')).toBeVisible();
  const metadata: unknown = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(metadata).toMatchObject({
    '@graph': [{ '@type': 'Product', offers: { price: '150000.00', priceCurrency: 'UZS' } }, {}],
  });
  await similar.getByRole('link', { name: `Брелок ${sign}` }).click();
  await expect(page.getByRole('button', { name: 'Закончился' })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Вся категория' })).toHaveAttribute(
    'href',
    `/market?category=${categoryId}`,
  );
});

test.describe('without scripts', () => {
  test('the market is narrowed and searched, a colour is chosen', async ({ newWindow, viewport, isMobile }) => {
    const page = await newWindow({ javaScriptEnabled: false, viewport, isMobile });
    await page.goto('/market');
    await openFilters(page);
    await page
      .getByRole('navigation', { name: 'Категории' })
      .getByRole('link', { name: /^Футболки/ })
      .click();
    await expect(page).toHaveURL(/\?category=\d+$/);
    const search = page.getByRole('main').getByRole('searchbox', { name: 'Что ищем?' });
    await search.fill('дильноза');
    await search.press('Enter');
    await expect(page).toHaveURL(/category=\d+&search=/);
    expect(await cardNames(page)).toEqual(['Футболка «Дильноза в эфире»']);
    await page.getByRole('link', { name: 'Футболка «Дильноза в эфире»' }).click();
    const shown = await photo(page).getAttribute('src');
    await page.getByRole('link', { name: 'Чёрный' }).click();
    await expect(page).toHaveURL(/\?color=\d+$/);
    await expect(photo(page)).not.toHaveAttribute('src', shown ?? '');
    expect(await (await page.request.get(page.url())).text()).toContain('включите в браузере скрипты');
    await noHorizontalScroll(page);
  });
});

test.describe('troubles', () => {
  test.use({ expectedTroubles: [/status of 404|net::ERR_|Failed to fetch/] });

  test('a product that is gone and a list that does not come lead on', async ({ page, request }) => {
    for (const id of ['0190a000-0000-7000-8000-000000000000', 'x'])
      expect((await request.get(`/merch/${id}`)).status(), id).toBe(404);
    await page.goto('/merch/0190a000-0000-7000-8000-000000000000');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Этого товара больше нет');
    await page.getByRole('link', { name: 'Посмотреть другой мерч' }).click();
    await expect(page).toHaveURL('/market');
    await expectLoaded(page);
    await page.route('**/market.data*', (route) => route.abort());
    await page.getByRole('link', { name: 'Дороже' }).click();
    await expect(page.getByRole('alert')).toContainText('Не получилось загрузить товары');
    await page.unroute('**/market.data*');
    await page.getByRole('button', { name: 'Попробовать ещё раз' }).click();
    await expect(page.getByRole('article')).toHaveCount(9);
    await expect(page).toHaveURL('/market?order=dear');
  });
});
