import * as donor from '#test/e2e/support/donor.ts';
import { comeBack, expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { layoutShift } from '#test/e2e/support/layout-shift.ts';
import { registered, sendLogin } from '#test/e2e/support/people.ts';
import * as shopping from '#test/e2e/support/shop.ts';

const { basketLink, choosePoint, enterAsBuyer, goToPay, lineOf, newSign, openShop, orderIdOf, placeOrder } = shopping;
const { cards, chargesOf, codeField, payBy, payButton, notice } = donor;

// The browser's own lines about refusals, which these tests provoke.
test.use({
  serviceWorkers: 'allow',
  expectedTroubles: [/status of ((402|410|422) .*\/payment\/|(400|404|409) .*\/api\/Order\/)/],
});

/** As `chargesOf` knows a payment: by its sum. */
const paid = (sum: number) => ({ sum, name: '', message: '' });

/** A sum that no other test pays. */
const ownPrice = () => donor.newDonation().sum;

test('a guest puts things aside, logs in, finds them merged, pays for a pickup and sees the order move', {
  tag: ['@verdict', '@phone'],
}, async ({ page, context, request, sandboxUrl }) => {
  const shop = await openShop(request);
  const sign = newSign();
  const mug = await shop.product({ name: `Кружка ${sign}`, price: ownPrice(), stock: 9, colorIds: [1] });
  const shirt = await shop.product({ name: `Футболка ${sign}`, price: ownPrice(), sizeIds: [3, 4], colorIds: [4] });
  await shop.point(`Пункт ${sign}`);
  const person = await registered(request);
  const headers = { authorization: `Bearer ${person.token}` };
  const items = [{ productId: mug.id, quantity: 1, sizeId: null, colorId: 1 }];
  await request.post('/api/Order/CreateOrder', { headers, data: { items } });

  await page.goto('/basket');
  await expect(page.getByText('В корзине пока пусто')).toBeVisible();
  const otherTab = await context.newPage();
  await otherTab.goto('/basket');
  await shopping.putIntoBasket(page, mug);
  await page.getByRole('button', { name: 'В корзину', exact: true }).first().click();
  await shopping.putIntoBasket(page, shirt);
  for (const tab of [page, otherTab]) await expect(basketLink(tab)).toHaveAccessibleName('Корзина, товаров: 3');
  await expect(lineOf(otherTab, shirt)).toBeVisible();
  await basketLink(page).click();
  await expect(lineOf(page, mug).getByLabel('Сколько штук')).toHaveValue('2');
  expect(await foreignWords(page)).toEqual([]);

  await page.getByRole('link', { name: 'Войти с паролем' }).click();
  // The checkout has a field for a phone, too.
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible();
  await sendLogin(page, person);
  await expect(page).toHaveURL(/\/basket$/);
  await expect(lineOf(page, mug).getByLabel('Сколько штук')).toHaveValue('3');
  await page.reload();
  await expect(lineOf(page, mug).getByLabel('Сколько штук')).toHaveValue('3');
  await expect(lineOf(page, shirt)).toContainText('Чёрный, M');
  for (const tab of [page, otherTab]) await expect(basketLink(tab)).toHaveAccessibleName('Корзина, товаров: 4');
  expect(await page.evaluate(() => localStorage.getItem('opora.basket'))).toBeNull();
  await otherTab.close();

  await choosePoint(page, `Пункт ${sign}`);
  await expectAccessible(page, 'main');
  await placeOrder(page, 'Дарья Ким');
  const total = 3 * mug.price + shirt.price;
  await expect(payButton(page)).toContainText(donor.sumPattern(total));
  await expect(basketLink(page)).toHaveAccessibleName('Корзина');
  await payBy(page, cards.withCode);
  await codeField(page).waitFor();
  const { sum: before } = await layoutShift(page);
  await codeField(page).fill(donor.rightCode);
  await expect(page.getByText('Спасибо! Заказ оплачен.')).toBeVisible();
  const { sum: after, moved } = await layoutShift(page);
  expect(after - before, `the thanks moved ${moved}`).toBeLessThan(0.01);
  await donor.expectNoSecretsStored(page, cards.withCode);
  await expect(page.getByRole('main')).toContainText('Ташкент, улица Амира Темура, 15');
  expect(await chargesOf(request, sandboxUrl, paid(total))).toBe(1);
  await expectAccessible(page, 'main');
  expect(await foreignWords(page)).toEqual([]);

  const orderId = orderIdOf(page);
  const present = page.locator('[aria-current="step"]');
  for (const [status, word] of [
    [3, 'Собирается'],
    [4, 'В пути'],
    [5, 'Готов к выдаче'],
  ] as const) {
    await shop.call('PUT', 'Order/UserOders', { orderId, status });
    // The first step comes by itself, the next ones to somebody who looks again.
    if (status !== 3) await comeBack(page);
    await expect(present).toContainText(word);
  }
  const number = /\d+/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? '';
  await page.getByRole('link', { name: 'Все заказы' }).click();
  await page.getByRole('searchbox', { name: 'Номер заказа' }).fill(number.slice(1));
  await expect(page).toHaveURL(/search=/);
  await page.getByLabel('Состояние заказа').selectOption({ label: 'Готов к выдаче' });
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText(donor.sumPattern(total));
  await expectAccessible(page, 'main');
  await page.getByLabel('Состояние заказа').selectOption({ label: 'Отменён' });
  await expect(page.getByText(`Заказ «${number.slice(1)}» не нашёлся`)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a payment that fails is repeated, and two tabs and the back button charge once', {
  tag: ['@verdict', '@desktop'],
}, async ({ page, context, request, sandboxUrl }) => {
  const shop = await openShop(request);
  const sign = newSign();
  const poster = await shop.product({ name: `Плакат ${sign}`, price: ownPrice() });
  await shop.point(`Пункт ${sign}`);
  await enterAsBuyer(page, [poster]);
  await choosePoint(page, `Пункт ${sign}`);
  await page.getByRole('switch', { name: /^Добавить донат автору/ }).check();
  await page.getByLabel('Сумма', { exact: true }).fill('7000');
  await page.getByLabel('Сообщение автору').fill(`Носим с радостью, ${sign}!`);
  await placeOrder(page, 'Дарья Ким');
  const sum = poster.price + 7_000;
  await payBy(page, cards.withoutMoney);
  await expect(notice(page)).toHaveText('На карте недостаточно средств. Пополните карту или оплатите другой.');
  await payBy(page, cards.withCode);
  for (let tries = 0; tries < 3; tries += 1) {
    await expect(codeField(page)).toHaveValue('');
    await codeField(page).fill('111111');
  }
  await page
    .getByRole('button', { name: /Попробовать|ещё раз|Новый платёж|заново/ })
    .first()
    .click();
  await expect(payButton(page)).toContainText(donor.sumPattern(sum));

  const otherTab = await context.newPage();
  await otherTab.goto(page.url());
  await expect(otherTab.getByText('Этот заказ оплачивается в другой вкладке')).toBeVisible();
  await payBy(page, cards.withCode);
  await codeField(page).fill(donor.rightCode);
  await expect(page.getByText('Спасибо! Заказ оплачен.')).toBeVisible();
  await expect(otherTab.locator('[aria-current="step"]')).toContainText('Оплачен');
  await page.goto('/basket');
  await expect(page.getByText('В корзине пока пусто')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: /^Заказ №/ })).toBeVisible();
  await expect(payButton(page)).toBeHidden();
  expect(await chargesOf(request, sandboxUrl, paid(sum))).toBe(1);
  // The donation that went with it is on the creator's page like any other.
  await page.goto(`/${shop.sellerName}`);
  await expect(page.getByText(`Носим с радостью, ${sign}!`).first()).toBeVisible();
});

test('a closed pickup point is reported, another is chosen, and an order is not visible to other users', {
  tag: '@desktop',
}, async ({ page, newWindow, request }) => {
  const shop = await openShop(request);
  const sign = newSign();
  const poster = await shop.product({ name: `Плакат ${sign}`, price: 50_000 });
  const first = await shop.point(`Первый ${sign}`);
  const second = await shop.point(`Второй ${sign}`);
  await enterAsBuyer(page, [poster]);
  await choosePoint(page, `Первый ${sign}`);
  await shop.call('POST', `PickUp/state?id=${String(first)}&isActive=false`);
  await placeOrder(page, 'Дарья Ким');
  await expect(page.getByText('Пункт выдачи, который вы выбрали, закрылся')).toBeVisible();
  await choosePoint(page, `Второй ${sign}`);
  await goToPay(page).click();
  await payBy(page, cards.withoutCode);
  await expect(page.getByText('Спасибо! Заказ оплачен.')).toBeVisible();
  await shop.call('POST', `PickUp/state?id=${String(second)}&isActive=false`);
  await shop.call('POST', `PickUp/state?id=${String(first)}&isActive=true`);
  await expect(page.getByText(`Пункт «Второй ${sign}» закрылся`)).toBeVisible();
  await page.getByRole('button', { name: 'Выбрать другой пункт' }).click();
  await choosePoint(page, `Первый ${sign}`);
  await page.getByRole('button', { name: `Забрать в пункте «Первый ${sign}»` }).click();
  await expect(page.getByText(`Пункт «Второй ${sign}» закрылся`)).toBeHidden();
  await expect(page.getByText(`Первый ${sign}`)).toBeVisible();

  const stranger = await newWindow();
  await enterAsBuyer(stranger, [poster]);
  await stranger.goto(new URL(page.url()).pathname);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Здесь ничего не соткано');
});
