import type { APIRequestContext } from '@playwright/test';
import { payButton, sumPattern } from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { layoutShift } from '#test/e2e/support/layout-shift.ts';
import { joins } from '#test/e2e/support/members.ts';
import { enter, fields, keepTokens, lastCode, registered } from '#test/e2e/support/people.ts';
import { choosePoint, lineOf, newSign, openShop, placeOrder, putIntoBasket } from '#test/e2e/support/shop.ts';

// The guest's order is refused at the price without the discount.
test.use({ expectedTroubles: [/status of 409/] });

/** A thing of 120,000 of a creator, and somebody who gets 25 % off it as his member. */
async function thingAndMember(
  request: APIRequestContext,
  sandboxUrl: string,
  settings: { readonly isForMembers?: boolean } = {},
) {
  const sign = newSign();
  const shop = await openShop(request);
  await shop.point(`Пункт ${sign}`);
  const thing = await shop.product({ name: `Кружка ${sign}`, price: 120_000, ...settings });
  const { seller } = shop;
  const level = { name: 'Друг', amount: 20_000, discountPercent: 25 };
  const { id: levelId } = await seller.call('POST', 'Membership/CreateLevel', level);
  const { userName } = await seller.call('GET', 'PersonalAccount/Get');
  const member = await joins(request, sandboxUrl, String(userName), { name: 'Дарья', levelId: String(levelId) });
  return { sign, thing, member, shop, level: { ...level, levelId } };
}

test('a member pays less for the merch of his creator, and sees why', async ({ page, request, sandboxUrl }) => {
  const { sign, thing, member } = await thingAndMember(request, sandboxUrl);
  await keepTokens(page, member);
  await page.goto('/memberships');
  await expect(page.getByRole('article')).toContainText(/Скидка на мерч\s*25\s%/);
  await putIntoBasket(page, thing);
  await page.goto('/basket');
  await expect(lineOf(page, thing)).toContainText('−25 % подписчику');
  const total = page.locator('aside');
  // A phone shows the sum alone.
  await expect(total).toContainText('Скидка подписчика');
  await expect(total).toContainText(sumPattern(30_000));
  await expect(total).toContainText(sumPattern(90_000));
  await page.getByRole('button', { name: /^Больше/ }).click();
  await expect(total).toContainText(sumPattern(180_000));
  await expectAccessible(page, 'main');
  expect(await foreignWords(page)).toEqual([]);

  await choosePoint(page, `Пункт ${sign}`);
  await placeOrder(page, 'Дарья Ким');
  await expect(page).toHaveURL(/\/order\//);
  await expect(page.getByRole('main')).toContainText('Скидка подписчика');
  await expect(page.getByRole('main')).toContainText(sumPattern(180_000));
  await expectAccessible(page, 'main');
});

test('a guest learns of his discount as a member once he has confirmed his phone', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const { sign, thing, member } = await thingAndMember(request, sandboxUrl);
  await putIntoBasket(page, thing);
  await page.goto('/basket');
  await choosePoint(page, `Пункт ${sign}`);
  await page.getByLabel('Имя и фамилия').fill('Дарья Ким');
  await page.getByLabel('Номер телефона').fill(member.written);
  await page.getByRole('button', { name: 'Подтвердить и оплатить' }).click();
  await expect(fields(page).code).toBeFocused();
  await fields(page).code.fill(await lastCode(request, member));
  const notice = page.getByRole('alert').filter({ hasText: 'Вы подписчик автора' });
  await expect(notice).toContainText(sumPattern(90_000));
  await expectAccessible(page, 'main');
  await notice.getByRole('button', { name: /^Согласиться и оплатить/ }).click();
  await expect(payButton(page)).toContainText(sumPattern(90_000));
});

const membersPrice = /^Подписчикам — от 90\s000 сум/;
const ownPrice = /^Ваша цена подписчика: −25\s%/;
const still = { sum: 0, moved: '' };

test('the page of a product tells everybody what members pay, and a change of the level is there at once', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const { thing, shop, level } = await thingAndMember(request, sandboxUrl);
  await page.goto(`/merch/${thing.id}`);
  const main = page.getByRole('main');
  await expect(main.getByText(membersPrice)).toBeVisible();
  await expect(main.getByText(sumPattern(120_000)).first()).toBeVisible();
  expect(await layoutShift(page)).toEqual(still);
  await expectAccessible(page, 'main');
  expect(await foreignWords(page)).toEqual([]);
  const join = main.getByRole('link', { name: 'Подписаться' });
  await expect(join).toHaveAttribute('href', `/${shop.sellerName}?level=#donation`);

  await shop.seller.call('PUT', 'Membership/Level', { ...level, discountPercent: 50 });
  await expect(async () => {
    await page.reload();
    await expect(main.getByText(/^Подписчикам — от 60\s000 сум/)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 4_000 });
  await shop.seller.call('PUT', 'Membership/Level', level);

  // Somebody who is logged in and supports nobody reads the same.
  await enter(page, await registered(request), `/merch/${thing.id}`);
  await expect(main.getByText(membersPrice)).toBeVisible();
  await expect(main.getByText(ownPrice)).toBeHidden();
  expect(await layoutShift(page)).toEqual(still);
});

test('the page of a product shows a member the own price beside the full one', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const { thing, member, shop, level } = await thingAndMember(request, sandboxUrl);
  await enter(page, member, `/merch/${thing.id}`);
  const main = page.getByRole('main');
  await expect(main.getByText(ownPrice)).toBeVisible();
  await expect(main.getByText(membersPrice)).toBeHidden();
  await expect(main.getByText(/^90\s000 сум$/).first()).toBeVisible();
  await expect(main.locator('s')).toHaveText(/^Цена без скидки: 120\s000 сум$/);
  expect((await layoutShift(page)).sum).toBeLessThan(0.02);
  await expectAccessible(page, 'main');
  expect(await foreignWords(page)).toEqual([]);

  // A level that is offered no more stays for its members.
  await shop.seller.call('DELETE', `Membership/Level?levelId=${level.levelId}`);
  await page.reload();
  await expect(main.getByText(ownPrice)).toBeVisible();
  expect((await layoutShift(page)).sum).toBeLessThan(0.02);
});

test('a member at no level reads at which ones the thing costs less', async ({ page, request, sandboxUrl }) => {
  const { thing, shop } = await thingAndMember(request, sandboxUrl);
  const member = await joins(request, sandboxUrl, shop.sellerName, { name: 'Азиз', amount: 30_000 });
  await enter(page, member, `/merch/${thing.id}`);
  const main = page.getByRole('main');
  await expect(main.getByText(/^На уровнях со скидкой — от 90\s000 сум/)).toBeVisible();
  await expect(main.getByText(ownPrice)).toBeHidden();
  await expect(main.getByRole('link', { name: 'Подписаться' })).toBeHidden();
  expect((await layoutShift(page)).sum).toBeLessThan(0.02);
  await expectAccessible(page, 'main');
});

test('a thing for members alone tells them the own price, and everybody else the price of members', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const { thing, member } = await thingAndMember(request, sandboxUrl, { isForMembers: true });
  await page.goto(`/merch/${thing.id}`);
  const main = page.getByRole('main');
  await expect(main.getByText(membersPrice)).toBeVisible();
  await expect(main.getByText(/^Только для подписчиков: купить могут те/)).toBeVisible();
  await expect(main.getByRole('link', { name: 'Подписаться' })).toHaveCount(1);
  await expectAccessible(page, 'main');
  await enter(page, member, `/merch/${thing.id}`);
  await expect(main.getByText(ownPrice)).toBeVisible();
  await expect(main.getByText('Вы поддерживаете автора каждый месяц: этот товар для вас.')).toBeVisible();
  expect((await layoutShift(page)).sum).toBeLessThan(0.02);
});
