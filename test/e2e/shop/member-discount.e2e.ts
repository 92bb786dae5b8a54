import type { APIRequestContext } from '@playwright/test';
import { payButton, sumPattern } from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { joins } from '#test/e2e/support/members.ts';
import { fields, keepTokens, lastCode } from '#test/e2e/support/people.ts';
import { choosePoint, lineOf, newSign, openShop, placeOrder, putIntoBasket } from '#test/e2e/support/shop.ts';

// The guest's order is refused at the price without the discount.
test.use({ expectedTroubles: [/status of 409/] });

/** A thing of 120,000 of a creator, and somebody who gets 25 % off it as his member. */
async function thingAndMember(request: APIRequestContext, sandboxUrl: string) {
  const sign = newSign();
  const shop = await openShop(request);
  await shop.point(`Пункт ${sign}`);
  const thing = await shop.product({ name: `Кружка ${sign}`, price: 120_000 });
  const { seller } = shop;
  const level = { name: 'Друг', amount: 20_000, discountPercent: 25 };
  const { id: levelId } = await seller.call('POST', 'Membership/CreateLevel', level);
  const { userName } = await seller.call('GET', 'PersonalAccount/Get');
  const member = await joins(request, sandboxUrl, String(userName), { name: 'Дарья', levelId: String(levelId) });
  return { sign, thing, member };
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
