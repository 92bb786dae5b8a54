import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { enter, keepTokens, logOut, registered } from '#test/e2e/support/people.ts';
import { basketLink, lineOf, newSign, openShop, putIntoBasket } from '#test/e2e/support/shop.ts';

// The calls that this story cuts off, and an item that is no longer sold.
test.use({ expectedTroubles: [/net::ERR_|status of (404|409) .*\/api\/Order\/CreateOrder/] });

async function userWithThing(page: Page, request: APIRequestContext) {
  const shop = await openShop(request);
  const thing = await shop.product({ name: `Кружка ${newSign()}`, price: 120_000 });
  await keepTokens(page, await registered(request));
  return { shop, thing };
}

test('what a user adds is in the basket, also if it is opened before the server has answered', async ({
  page,
  request,
}) => {
  const { thing } = await userWithThing(page, request);
  const answers = Promise.withResolvers<undefined>();
  await page.route('**/api/Order/CreateOrder', async (route) => {
    await answers.promise;
    await route.continue();
  });
  await putIntoBasket(page, thing);
  await basketLink(page).click();
  answers.resolve(undefined);
  await expect(lineOf(page, thing)).toBeVisible();
  await expect(basketLink(page)).toHaveAccessibleName('Корзина, товаров: 1');
});

test('what a user adds is in the basket, also if the page is left before the server has it', async ({
  page,
  request,
}) => {
  const { thing } = await userWithThing(page, request);
  await page.route('**/api/Order/CreateOrder', (route) => route.abort());
  await putIntoBasket(page, thing);
  await page.unroute('**/api/Order/CreateOrder');
  await page.goto('/basket');
  await expect(lineOf(page, thing).getByLabel('Сколько штук')).toHaveValue('1');
  expect(await page.evaluate(() => localStorage.getItem('opora.basket'))).toBeNull();
});

test('what is on its way to an account is not handed to whoever logs in next', async ({ page, request }) => {
  const { thing } = await userWithThing(page, request);
  await page.route('**/api/Order/CreateOrder', (route) => route.abort());
  await putIntoBasket(page, thing);
  const kept = () => page.evaluate(() => localStorage.getItem('opora.basket'));
  expect(await kept()).toContain(thing.id);
  await logOut(page);
  await expect.poll(kept).toBeNull();
  await page.unroute('**/api/Order/CreateOrder');
  await enter(page, await registered(request), '/basket');
  await expect(page.getByText('В корзине пока пусто')).toBeVisible();
});

test('a user learns at the button that an item is no longer sold', async ({ page, request }) => {
  const { shop, thing } = await userWithThing(page, request);
  await page.goto(`/merch/${thing.id}`);
  await shop.change(thing, { isActive: false });
  const button = page.getByRole('button', { name: 'В корзину', exact: true }).first();
  await button.click();
  await expect(page.getByRole('status').filter({ hasText: 'не продаётся' })).toBeVisible();
  await expect(basketLink(page)).toHaveAccessibleName('Корзина');
});
