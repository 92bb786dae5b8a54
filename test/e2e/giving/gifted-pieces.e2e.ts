import type { Page } from '@playwright/test';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { drawGift, giftIdOf, givePieces } from '#test/e2e/support/gifts.ts';
import { enter, fields, lastCode, menu, newPerson, press, registered } from '#test/e2e/support/people.ts';
import { choosePoint, newSign, openShop } from '#test/e2e/support/shop.ts';
import { alertOn, openWidget } from '#test/e2e/support/widget-page.ts';

const { cards, payBy } = donor;

// A refused choice is part of the stories.
test.use({ expectedTroubles: [/status of (400|404|409) .*\/api\/Gift\//] });

const giveButton = (page: Page) => page.getByRole('button', { name: /^Подарить \d+ штук[уи]? за / });
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const orderButton = (page: Page) => page.getByRole('button', { name: 'Заказать, платить не нужно' });

/** Types how many pieces are given. */
async function chooseMany(page: Page, pieces: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Сколько штук' }).fill(String(pieces));
  await page.getByRole('textbox', { name: 'Сколько штук' }).press('Tab');
}

async function checkLook(page: Page): Promise<void> {
  await noHorizontalScroll(page);
  // The button stays in reach and lies over a switch behind it.
  await page.getByRole('main').evaluate((main) => main.scrollIntoView({ block: 'end' }));
  await expectAccessible(page);
  expect(await foreignWords(page)).toEqual([]);
}

test('a guest gives two hoodies to the chat, two viewers enter, one chooses and gets an order', async ({
  page,
  request,
  newWindow,
}) => {
  const sign = newSign();
  const shop = await openShop(request);
  await shop.point(`Пункт ${sign}`);
  const name = `Худи ${sign}`;
  const product = await shop.product({ name, price: 150_000, stock: 5, sizeIds: [1, 2, 3], colorIds: [1, 2] });
  const obs = await newWindow({ viewport: { width: 1920, height: 1080 } });
  await openWidget(obs, shop.seller.key);
  const board = await newWindow({ viewport: { width: 1920, height: 1080 } });
  await board.goto(`/widgets/draws?key=${shop.seller.key}`);
  const streamed = board.getByTestId('gift');

  await page.goto(`/merch/${product.id}`);
  await page.getByRole('link', { name: 'Подарить зрителям' }).click();
  await expect(title(page)).toHaveText('Подарить зрителям');
  await expect(page.getByText('В наличии 5, больше подарить нельзя.')).toBeVisible();
  await chooseMany(page, 2);
  await page.getByLabel('Ваше имя').fill('Азиз');
  await expect(page.getByText(/Десять минут зрители записываются/)).toBeVisible();
  await checkLook(page);
  await page.getByLabel('Сообщение автору').fill('Для чата');
  await expect(page.getByText(/^Азиз дарит зрителям 2 вещи/)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Сколько штук' })).toHaveValue('2');
  const giver = newPerson();
  await fields(page).phone.fill(giver.written);
  await expect(giveButton(page)).toHaveText(/^Подарить 2 штуки за /);
  await giveButton(page).click();
  await expect(fields(page).code).toBeFocused();
  await fields(page).code.fill(await lastCode(request, giver));
  await payBy(page, cards.withoutCode);
  await expect(page).toHaveURL(/\/thanks\//);
  await expect(page.getByText(`Вы дарите зрителям 2 × «${name}».`)).toBeVisible();
  await expect(alertOn(obs)).toContainText(new RegExp(`Азиз дарит зрителям 2 вещи: ${name}.*Участвовать: .*gifts`));
  await expect(streamed).toContainText(
    new RegExp(`2\\s× «${name}».*от Азиз.*Участвуйте.*${shop.sellerName}/\u200b?gifts`),
  );
  await expect(streamed.getByRole('timer')).toHaveText(/^00:0\d:\d\d$/);
  await expectAccessible(board);
  await page.getByRole('link', { name: 'Открыть подарок' }).click();
  await expect(page.getByText(/^Это ваш подарок/)).toBeVisible();
  await expectAccessible(page);
  const { pathname } = new URL(page.url());
  expect(pathname).toMatch(/^\/gifts\//);

  // The address of the alert leads to the only gift at once.
  const viewer = await newWindow({ viewport: page.viewportSize() });
  await viewer.goto(`/${shop.sellerName}/gifts`);
  await expect(viewer).toHaveURL(new RegExp(`${pathname}$`));
  await expect(title(viewer)).toHaveText(`Азиз дарит зрителям 2 × «${name}»`);
  await viewer.getByLabel('Ваше имя').fill('Вера');
  await checkLook(viewer);
  const winner = newPerson();
  await fields(viewer).phone.fill(winner.written);
  await press(viewer, 'Участвовать');
  await expect(fields(viewer).code).toBeFocused();
  await fields(viewer).code.fill(await lastCode(request, winner));
  await expect(viewer.getByText(/^Вы участвуете, ваш билет: [\da-f]{32}$/)).toBeVisible();
  const second = await newWindow({ viewport: page.viewportSize() });
  await enter(second, await registered(request), pathname);
  await second.getByLabel('Ваше имя').fill('Борис');
  await press(second, 'Участвовать');
  await expect(second.getByText(/^Вы участвуете/)).toBeVisible();

  await drawGift(request, giftIdOf(pathname));
  await expect(streamed).toContainText(/Победители.*(?:Вера|Борис).*(?:Вера|Борис)/);
  await expect(streamed.getByRole('timer')).toBeHidden();
  expect(await foreignWords(board)).toEqual([]);
  await viewer.reload();
  await expect(viewer.getByText('Вам досталась вещь!')).toBeVisible();
  const getters = viewer.getByRole('region', { name: 'Кому достались' }).getByRole('listitem');
  await expect(getters).toHaveCount(2);
  await viewer.getByText('Проверить самому').click();
  await press(viewer, 'Пересчитать в этом браузере');
  await expect(viewer.getByText('Всё сошлось')).toBeVisible();
  await checkLook(viewer);

  // From any page the account leads whoever got a piece to it.
  await viewer.goto('/memberships');
  const line = viewer.getByRole('link', { name: new RegExp(`^Вам досталась вещь «${name}»`) });
  await expect(line).toHaveAttribute('href', pathname);
  await expectAccessible(viewer);
  await viewer.goto('/memberships/gifts');
  await expect(viewer.getByRole('region', { name: 'Вам досталось' })).toContainText(name);
  await checkLook(viewer);
  await menu(viewer).click();
  await viewer.getByRole('link', { name: 'Вам досталась вещь: выберите, какую и куда привезти' }).click();
  await expect(title(viewer)).toHaveText(`Азиз дарит зрителям 2 × «${name}»`);

  await orderButton(viewer).click();
  await expect(viewer.getByText('Выберите размер')).toBeVisible();
  await expect(viewer.getByText('Выберите цвет')).toBeVisible();
  await expect(viewer.getByRole('group', { name: 'Размер' }).getByRole('button').first()).toBeFocused();
  await viewer.getByRole('group', { name: 'Размер' }).getByRole('button').nth(1).click();
  await viewer.getByRole('group', { name: 'Цвет' }).getByRole('button').first().click();
  await choosePoint(viewer, `Пункт ${sign}`);
  await viewer.getByLabel('Имя и фамилия').fill('Вера Ким');
  await checkLook(viewer);
  await viewer.reload();
  await expect(viewer.getByLabel('Имя и фамилия')).toHaveValue('Вера Ким');
  await expect(viewer.getByRole('radio', { name: new RegExp(sign) })).toBeChecked();
  await orderButton(viewer).click();
  await expect(viewer).toHaveURL(/\/order\//);
  await expect(title(viewer)).toHaveText(/^Заказ № /);
  await expect(viewer.getByText('Подарок', { exact: true })).toBeVisible();
  await expect(viewer.getByRole('heading', { name: 'Оплата' })).toBeHidden();
  await expect(viewer.getByRole('link', { name: 'Чек' })).toBeHidden();
  await expect(viewer.getByRole('button', { name: 'Отменить заказ' })).toBeHidden();
  await checkLook(viewer);
  await viewer.goto('/orders');
  await expect(viewer.getByRole('article')).toContainText('Подарок');
  await viewer.goto(pathname);
  await expect(viewer.getByText('Вам досталась вещь, и вы её уже заказали.')).toBeVisible();
  await viewer.getByRole('link', { name: 'Открыть заказ' }).click();
  await viewer.getByRole('link', { name: 'Страница подарка' }).click();
  await expect(viewer).toHaveURL(new RegExp(`${pathname}$`));
});

test('whoever gives reads what has changed meanwhile, and goes on', async ({ page, request }) => {
  const sign = newSign();
  const shop = await openShop(request);
  await shop.point(`Пункт ${sign}`);
  const product = await shop.product({ name: `Кружка ${sign}`, price: 60_000, stock: 5 });
  await enter(page, await registered(request), `/merch/${product.id}/gift`);
  await page.getByLabel('Ваше имя').fill('Азиз');
  await chooseMany(page, 9);
  await expect(page.getByText(/больше подарить нельзя\. Поставили 5\./)).toBeVisible();
  const before = (await giveButton(page).textContent()) ?? '';
  await shop.change(product, { price: 70_000 });
  await giveButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: /цена вещи или доставки изменилась/ })).toBeVisible();
  await expect(giveButton(page)).not.toHaveText(before);
  await checkLook(page);

  await shop.change(product, { price: 70_000, stock: 2 });
  await giveButton(page).click();
  await expect(page.getByText(/часть раскупили: в наличии 2\./)).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Взять 2');
  await expect(giveButton(page)).toHaveText(/^Подарить 2 штуки за /);
  await shop.change(product, { price: 70_000, stock: 0 });
  await giveButton(page).click();
  await expect(page.getByText('Сейчас подарить нельзя')).toBeVisible();
  await expect(page.getByText(/^Эту вещь распродали/)).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/merch/${product.id}`);
  await expect(title(page)).toHaveText(product.name);
  await expect(page.getByRole('link', { name: 'Подарить зрителям' })).toBeHidden();
});

test('what is left is for who comes first, and the creator’s page and the list lead to all gifts', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const sign = newSign();
  const shop = await openShop(request);
  await shop.point(`Пункт ${sign}`);
  await page.goto(`/${shop.sellerName}/gifts`);
  await expect(page.getByText('Сейчас подарков нет')).toBeVisible();
  await checkLook(page);
  const product = await shop.product({ name: `Плакат ${sign}`, price: 40_000 });
  const scene = { request, sandboxUrl };
  const first = await givePieces(scene, product.id, 1);
  await drawGift(request, giftIdOf(first));
  const other = await givePieces(scene, product.id, 3);

  await page.goto(`/${shop.sellerName}`);
  await expect(page.getByRole('link', { name: `Подарок зрителям: 1 × «${product.name}»` })).toHaveAttribute(
    'href',
    first,
  );
  await page.goto(`/${shop.sellerName}/gifts`);
  await expect(page.getByRole('link', { name: 'Участвовать' })).toHaveAttribute('href', other);
  await checkLook(page);
  await enter(page, await registered(request), `/${shop.sellerName}/gifts`);
  await page.getByRole('link', { name: 'Забрать' }).click();
  await expect(page.getByText(/^Осталось: 1 штука\. Кто первый/)).toBeVisible();
  await press(page, 'Забрать');
  await expect(page.getByText('Вам досталась вещь!')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Размер' })).toBeHidden();
  await choosePoint(page, `Пункт ${sign}`);
  await page.getByLabel('Имя и фамилия').fill('Борис Цой');
  await orderButton(page).click();
  await expect(page).toHaveURL(/\/order\//);
});
