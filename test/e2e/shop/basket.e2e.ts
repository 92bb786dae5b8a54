import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { layoutShift } from '#test/e2e/support/layout-shift.ts';
import { joins } from '#test/e2e/support/members.ts';
import { enter, logIn, registered } from '#test/e2e/support/people.ts';
import {
  basketLink,
  enterAsBuyer,
  goToPay,
  lineOf,
  newSign,
  openShop,
  placeOrder,
  putIntoBasket,
} from '#test/e2e/support/shop.ts';

const { cards, payButton } = donor;

// The browser's own lines about refusals, which these tests provoke.
test.use({ expectedTroubles: [/status of 409 .*\/api\/Order\//] });

test('a risen price and missing pieces are shown, and one press goes on', {
  tag: ['@verdict', '@desktop'],
}, async ({ page, request }) => {
  const shop = await openShop(request);
  const sign = newSign();
  const mug = await shop.product({ name: `Кружка ${sign}`, price: 80_000, stock: 5 });
  const poster = await shop.product({ name: `Плакат ${sign}`, price: 50_000 });
  const cap = await shop.product({ name: `Кепка ${sign}`, price: 30_000 });
  await enterAsBuyer(page, [{ ...mug, quantity: 3 }, poster, cap]);
  await page.getByText('По адресу').click();
  await page.getByRole('combobox', { name: 'Адрес доставки' }).fill('Андижан');
  await page.getByRole('option').first().click();
  const address = page.getByRole('combobox', { name: 'Адрес доставки' });
  const place = await address.inputValue();
  await address.fill(`${place}, дом 7`);

  await shop.change(poster, { price: 55_000 });
  await placeOrder(page, 'Дарья Ким');
  const notice = page.getByRole('alert').filter({ hasText: 'цены изменились' });
  await expect(notice).toContainText(/было 320\s000 сум, теперь 325\s000 сум/);
  await expect(lineOf(page, poster)).toContainText(/была 50\s000 сум, стала 55\s000 сум/);

  await shop.change(mug, { stock: 1 });
  await shop.call('DELETE', `Product/Delete?id=${cap.id}`);
  await notice.getByRole('button', { name: /^Согласиться и оплатить/ }).click();
  const mend = page.getByRole('button', { name: /^Исправить и оплатить 135\s000 сум/ });
  await expect(mend).toBeVisible();
  await expect(lineOf(page, mug)).toContainText('Осталась 1 штука.');
  await expect(lineOf(page, cap)).toContainText('Больше не продаётся.');
  await expectAccessible(page, 'main');
  await mend.click();
  await expect(payButton(page)).toContainText(/135\s000/);
  await expect(page.getByText(`${place}, дом 7`)).toBeVisible();

  // What was bought stays as it was, whatever becomes of the product.
  await shop.change(mug, { price: 99_000, isActive: false });
  await page.reload();
  await expect(lineOf(page, mug)).toContainText(/80\s000/);
  await page.getByRole('button', { name: 'Отменить заказ' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить заказ' }).click();
  await expect(page.locator('[aria-current="step"]')).toContainText('Отменён');
  await expect(payButton(page)).toBeHidden();
});

test('a product that was hidden before the login is named, and the rest is in the basket', {
  tag: '@desktop',
}, async ({ page, request }) => {
  const shop = await openShop(request);
  const sign = newSign();
  const mug = await shop.product({ name: `Кружка ${sign}`, price: 20_000 });
  const cap = await shop.product({ name: `Кепка ${sign}`, price: 30_000 });
  for (const product of [mug, cap]) await putIntoBasket(page, product);
  await shop.change(cap, { isActive: false });
  await logIn(page, await registered(request));
  await expect(basketLink(page)).toHaveAccessibleName('Корзина, товаров: 1');
  await page.goto('/basket');
  const dropped = page.getByText(`поэтому в корзину не попало: «Кепка ${sign}».`);
  await expect(dropped).toBeVisible();
  await expect(lineOf(page, mug)).toBeVisible();
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: 'Понятно' }).click();
  await expect(dropped).toBeHidden();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(() => {
    test.use({ colorScheme });
    test(`the basket is used by keyboard alone, ${colorScheme}`, { tag: '@desktop' }, async ({ page, request }) => {
      const shop = await openShop(request);
      const sign = newSign();
      const poster = await shop.product({ name: `Плакат ${sign}`, price: 50_000, stock: 4 });
      const mug = await shop.product({ name: `Кружка ${sign}`, price: 20_000 });
      await shop.point(`Пункт ${sign}`);
      await enterAsBuyer(page, [poster, mug]);
      const more = lineOf(page, poster).getByRole('button', { name: 'Больше' });
      await more.focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await expect(lineOf(page, poster).getByLabel('Сколько штук')).toHaveValue('3');
      await page.getByRole('button', { name: `Убрать: Кружка ${sign}` }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Вернуть' })).toBeFocused();
      await expect(page.getByRole('complementary')).toContainText(/150\s000/);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('complementary')).toContainText(/170\s000/);
      // Pressed too early, it leads to what is missing, in order.
      await goToPay(page).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Доставка' })).toBeFocused();
      await expect(page.getByText('Выберите пункт выдачи')).toBeInViewport();
      await expectAccessible(page);
      await page.getByRole('searchbox', { name: 'Найти пункт выдачи' }).focus();
      await page.keyboard.type(`Пункт ${sign}`);
      await expect(page.getByRole('radio', { name: new RegExp(sign) })).toHaveCount(1);
      await page.getByRole('radio', { name: new RegExp(sign) }).focus();
      await page.keyboard.press('Space');
      await page.getByLabel('Имя и фамилия').focus();
      await page.keyboard.type('Дарья Ким');
      await goToPay(page).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByLabel('Номер карты')).toBeFocused();
      await page.keyboard.type(cards.withoutCode.replaceAll(' ', ''));
      await page.getByLabel('Срок действия').focus();
      await page.keyboard.type('1239');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Спасибо! Заказ оплачен.')).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test('items are corrected before a pickup point is chosen: nothing is sent to a default point @desktop', async ({
  page,
}) => {
  const shop = await openShop(page.request);
  const sign = newSign();
  const mug = await shop.product({ name: `Кружка ${sign}`, price: 30_000 });
  const cap = await shop.product({ name: `Кепка ${sign}`, price: 40_000 });
  await enterAsBuyer(page, [mug, cap]);
  await page.getByRole('radio', { name: 'По адресу' }).check();
  await page.getByLabel('Адрес доставки').fill('Ташкент, улица Навои, 12');
  await shop.change(cap, { isActive: false });
  await placeOrder(page, 'Дарья Ким');
  const mend = page.getByRole('button', { name: /^Исправить и оплатить/ });
  await expect(mend).toBeVisible();
  await page.getByRole('radio', { name: 'Пункт выдачи' }).check();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/Order/')) sent.push(request.postData() ?? '');
  });
  await mend.click();
  await expect(page.getByText('Выберите пункт выдачи', { exact: true })).toBeVisible();
  expect(sent.filter((body) => body.includes('"pickupPointId":0'))).toEqual([]);
});

test('a thing for members alone says so in the shop and in the basket, and a guest orders the rest', async ({
  page,
  request,
}) => {
  const shop = await openShop(request);
  const sign = newSign();
  const hoodie = await shop.product({ name: `Худи ${sign}`, price: 90_000, isForMembers: true });
  const mug = await shop.product({ name: `Кружка ${sign}`, price: 20_000 });
  await page.goto(`/market?search=${sign}`);
  await expect(page.getByRole('article').filter({ hasText: `Худи ${sign}` })).toContainText('Для подписчиков');
  await putIntoBasket(page, hoodie);
  await expect(page.getByText(/^Только для подписчиков: купить могут те/)).toBeVisible();
  await expectAccessible(page, 'main');
  await putIntoBasket(page, mug);
  await page.goto('/basket');
  const line = lineOf(page, hoodie);
  await expect(line).toContainText('Только для подписчиков автора.');
  await expect(line.getByRole('link', { name: 'Подписаться' })).toHaveAttribute(
    'href',
    `/${shop.sellerName}?level=#donation`,
  );
  await expect(line.getByRole('link', { name: 'Уже подписаны? Войдите' })).toHaveAttribute('href', /\/auth/);
  await noHorizontalScroll(page);
  await expectAccessible(page, 'main');
  await line.getByRole('button', { name: 'Убрать', exact: true }).click();
  await expect(page.getByText('Только для подписчиков автора.')).toBeHidden();
  await expect(lineOf(page, mug)).toBeVisible();
});

test('a thing for members alone asks no member to become one', async ({ page, request, sandboxUrl }) => {
  const shop = await openShop(request);
  const hoodie = await shop.product({ name: `Худи ${newSign()}`, price: 90_000, isForMembers: true });
  const member = await joins(request, sandboxUrl, shop.sellerName, { name: 'Дарья' });
  await enter(page, member, `/merch/${hoodie.id}`);
  await expect(page.getByText('Вы поддерживаете автора каждый месяц: этот товар для вас.')).toBeVisible();
  await expect(page.getByText(/^Только для подписчиков: купить могут те/)).toBeHidden();
  expect(await layoutShift(page)).toEqual({ sum: 0, moved: '' });
  await expectAccessible(page, 'main');
});
