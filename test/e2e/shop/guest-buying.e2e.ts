import type { APIRequestContext, Locator, Page } from '@playwright/test';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { dataOf, fields, keepTokens, lastCode, newPerson, registered } from '#test/e2e/support/people.ts';
import { choicesInRows } from '#test/e2e/support/ragged-rows.ts';
import { basketLink, choosePoint, lineOf, newSign, openShop, putIntoBasket } from '#test/e2e/support/shop.ts';

// The browser's own line about a wrong code.
test.use({ expectedTroubles: [/status of 400 .*\/api\/Sms\/CheckComfirmCode/] });

const { cards, codeField, payBy, payButton } = donor;

/** Whether an element is whole on the screen before anything is scrolled, above the bar with the total. */
const isOnFirstScreen = (one: Element) => {
  const { left, bottom } = one.getBoundingClientRect();
  const end = document.elementFromPoint(left + 20, bottom - 2);
  return window.scrollY === 0 && end !== null && one.contains(end);
};

const profileOf = async (request: APIRequestContext, token: string) =>
  dataOf(await request.get('/api/PersonalAccount/Get', { headers: { authorization: `Bearer ${token}` } }));

const confirmAndPay = (page: Page) => page.getByRole('button', { name: 'Подтвердить и оплатить' });

test('a guest buys a hoodie with seven taps up to the card, and has an account', {
  tag: ['@verdict', '@phone'],
}, async ({ page, request }) => {
  const shop = await openShop(request);
  const sign = newSign();
  const price = donor.newDonation().sum;
  const hoodie = await shop.product({ name: `Худи ${sign}`, price, stock: 3, sizeIds: [3, 4], colorIds: [4] });
  await shop.point(`Пункт ${sign}`);
  const person = newPerson();
  let taps = 0;
  const tap = (target: Locator) => {
    taps += 1;
    return target.click();
  };

  // The most that a site can offer to pay by.
  await page.route('**/api/Donate/Settings*', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    const paymentSystems = ['gateway', 'payme-card', 'click'];
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, paymentSystems } } });
  });
  await page.goto(`/merch/${hoodie.id}`);
  await tap(page.getByRole('navigation', { name: 'Размер' }).getByRole('link', { name: 'M', exact: true }));
  await tap(page.getByRole('button', { name: 'В корзину', exact: true }).first());
  await tap(page.getByRole('link', { name: 'Перейти в корзину' }).first());
  const firstPoint = page.getByRole('radiogroup', { name: 'Пункт выдачи' }).locator('label').first();
  await expect(firstPoint).toBeVisible();
  expect(await firstPoint.evaluate(isOnFirstScreen), 'the first point is on the first screen').toBe(true);
  await expect(page.getByRole('group', { name: 'Способ оплаты' }).getByRole('radio')).toHaveCount(3);
  expect((await choicesInRows(page)).ragged).toEqual([]);
  await page.getByRole('searchbox', { name: 'Найти пункт выдачи' }).fill(`нет ${sign}`);
  await expect(page.getByText(`По запросу «нет ${sign}» пунктов не нашлось.`)).toBeVisible();
  await page.getByRole('button', { name: 'Показать все пункты' }).click();
  await expect(page.getByRole('radiogroup', { name: 'Пункт выдачи' })).toBeFocused();
  await expect(firstPoint).toBeVisible();
  await page.getByRole('searchbox', { name: 'Найти пункт выдачи' }).fill(sign);
  await tap(page.getByRole('radio', { name: new RegExp(sign) }));
  await tap(page.getByLabel('Имя и фамилия'));
  await page.keyboard.type('Дарья Ким');
  await tap(page.getByLabel('Номер телефона'));
  await page.keyboard.type(person.written);
  await donor.seeWholeForm(page);
  await expectAccessible(page, 'main');
  expect(await foreignWords(page)).toEqual([]);

  await page.reload();
  await expect(page.getByLabel('Имя и фамилия')).toHaveValue('Дарья Ким');
  await expect(page.getByRole('radio', { name: new RegExp(sign) })).toBeChecked();
  await tap(confirmAndPay(page));
  await expect(fields(page).code).toBeFocused();
  await expectAccessible(page);
  const code = await lastCode(request, person);
  await fields(page).code.fill(code === '000000' ? '000001' : '000000');
  await expect(page.getByText('Осталось попыток: 4')).toBeVisible();
  await fields(page).code.fill(code);
  await expect(payButton(page)).toContainText(donor.sumPattern(price));
  expect(taps, 'taps up to the card').toBe(7);
  const header = page.getByRole('banner');
  await expect(header.getByRole('button', { name: 'Моё меню: Дарья Ким' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Войти' })).toBeHidden();

  await payBy(page, cards.withCode);
  await codeField(page).fill(donor.rightCode);
  await expect(page.getByText('Спасибо! Заказ оплачен.')).toBeVisible();
  await expect(basketLink(page)).toHaveAccessibleName('Корзина');
  await expect(page.getByRole('main')).toContainText('Дарья Ким');
  await page.getByRole('link', { name: 'Все заказы' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a guest whose item has been sold out meanwhile gets no code', {
  tag: '@desktop',
}, async ({ page, request }) => {
  const shop = await openShop(request);
  const sign = newSign();
  const mug = await shop.product({ name: `Кружка ${sign}`, price: 20_000, stock: 1 });
  const poster = await shop.product({ name: `Плакат ${sign}`, price: 50_000 });
  await shop.point(`Пункт ${sign}`);
  const person = newPerson();
  await putIntoBasket(page, mug);
  await putIntoBasket(page, poster);
  await page.goto('/basket');
  await choosePoint(page, `Пункт ${sign}`);
  await page.getByLabel('Имя и фамилия').fill('Дарья Ким');
  await page.getByLabel('Номер телефона').fill(person.written);
  await shop.change(mug, { stock: 0 });
  await confirmAndPay(page).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Часть товаров сейчас не купить' });
  await expect(notice).toBeVisible();
  await expect(fields(page).code).toBeHidden();
  expect(await lastCode(request, person)).toBe('');
  await notice.getByRole('button', { name: /^Исправить и оплатить/ }).click();
  await expect(fields(page).code).toBeFocused();
  const naming = Promise.withResolvers<void>();
  await page.route('**/api/PersonalAccount/Update', async (route) => {
    await naming.promise;
    await route.continue();
  });
  await fields(page).code.fill(await lastCode(request, person));
  await expect(page.getByRole('button', { name: 'Готовим оплату…' })).toBeDisabled();
  naming.resolve();
  await expect(payButton(page)).toContainText(/50\s000/);

  // The name that was typed for a parcel is the buyer's own, and nobody else reads it.
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  expect(await profileOf(request, token)).toMatchObject({ givenName: 'Дарья', surName: 'Ким' });
  const { id } = await dataOf(
    await request.post('/api/Identity/GetUser', { headers: { authorization: `Bearer ${token}` } }),
  );
  const seen = await dataOf(await request.get(`/api/User/Get?userId=${String(id)}`));
  expect(seen).toMatchObject({ hideFullName: true, givenName: null, surName: null });
});

test('a guest who has logged in in another tab pays without a code, and that account gets no name', {
  tag: '@desktop',
}, async ({ page, context, request }) => {
  const shop = await openShop(request);
  const sign = newSign();
  const poster = await shop.product({ name: `Плакат ${sign}`, price: 50_000 });
  await shop.point(`Пункт ${sign}`);
  const other = await registered(request);
  await putIntoBasket(page, poster);
  await page.goto('/basket');
  await choosePoint(page, `Пункт ${sign}`);
  await page.getByLabel('Имя и фамилия').fill('Дарья Ким');
  await page.getByLabel('Номер телефона').fill(newPerson().written);
  await keepTokens(await context.newPage(), other);
  await confirmAndPay(page).click();
  await expect(payButton(page)).toContainText(/50\s000/);
  expect(await profileOf(request, other.token)).toMatchObject({ givenName: null, surName: null, patronymic: null });
});

test('a guest with an account is shown what else its basket holds before he pays', {
  tag: '@desktop',
}, async ({ page, request }) => {
  const shop = await openShop(request);
  const sign = newSign();
  const mug = await shop.product({ name: `Кружка ${sign}`, price: 20_000 });
  const poster = await shop.product({ name: `Плакат ${sign}`, price: 50_000 });
  await shop.point(`Пункт ${sign}`);
  const person = await registered(request);
  const headers = { authorization: `Bearer ${person.token}` };
  await dataOf(
    await request.post('/api/Order/CreateOrder', { headers, data: { items: [{ productId: mug.id, quantity: 1 }] } }),
  );
  await dataOf(await request.post('/api/PersonalAccount/Update', { headers, data: { surName: 'Каримова' } }));

  await putIntoBasket(page, poster);
  await page.goto('/basket');
  await confirmAndPay(page).click();
  await expect(page.getByRole('heading', { name: 'Доставка' })).toBeFocused();
  await choosePoint(page, `Пункт ${sign}`);
  await page.getByLabel('Имя и фамилия').fill('Дарья Ким');
  await page.getByLabel('Номер телефона').fill(person.written);
  await confirmAndPay(page).click();
  await expect(fields(page).code).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(fields(page).code).toBeHidden();
  await confirmAndPay(page).click();
  await fields(page).code.waitFor();
  await fields(page).code.fill(await lastCode(request, person));

  const merged = page.getByRole('alert').filter({ hasText: 'В корзине вашего аккаунта уже были вещи' });
  await expect(merged).toContainText(/70\s000/);
  await expect(lineOf(page, mug)).toBeVisible();
  await expect(page.getByLabel('Имя и фамилия')).toHaveValue('Дарья Ким');
  await expectAccessible(page, 'main');
  await merged.getByRole('button', { name: /^Всё верно, оплатить/ }).click();
  await expect(payButton(page)).toContainText(/70\s000/);
  await expect(page.getByText(`Пункт ${sign}`)).toBeVisible();
  // An account that has any name keeps it.
  expect(await profileOf(request, person.token)).toMatchObject({ givenName: null, surName: 'Каримова' });
});
