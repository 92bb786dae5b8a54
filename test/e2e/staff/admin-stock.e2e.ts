import type { APIRequestContext } from '@playwright/test';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { dataOf, press, registered } from '#test/e2e/support/people.ts';
import { newSign, openShop } from '#test/e2e/support/shop.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

test.use({ expectedTroubles: [/status of 409/] });

/** Places an order of that many pieces as a new user. */
async function sell(request: APIRequestContext, { id, price }: { id: string; price: number }, quantity: number) {
  const { token } = await registered(request);
  const headers = { authorization: `Bearer ${token}` };
  const basket = { items: [{ productId: id, quantity }], address: 'Ташкент, улица Навои, 12' };
  const { orderId } = await dataOf(await request.post('/api/Order/CreateOrder', { headers, data: basket }));
  const order = { orderId, recipientName: 'Азиз Каримов', recipientPhone: '+998901234567' };
  const data = { ...order, expectedTotal: price * quantity };
  await dataOf(await request.post('/api/Order/CreateOrderPayment', { headers, data }));
}

test('pieces that are sold while the form of a product is open are not counted anew: the field shows the number of now', async ({
  page,
}) => {
  const { request } = page;
  const shop = await openShop(request);
  const product = await shop.product({ name: `Кружка ${newSign()}`, price: 40_000, stock: 10 });
  await enterAsStaff(page, 'moderator');
  await page.goto(`/admin/product/${product.id}`);
  const stock = page.getByLabel('Сколько штук есть');
  await expect(stock).toHaveValue('10');
  await sell(request, product, 3);
  await stock.fill('15');
  await press(page, 'Сохранить');
  await expect(page.getByText('Пока вы редактировали, остаток изменился: сейчас 7').first()).toBeVisible();
  await expect(stock).toHaveValue('15');
  await expect(stock).toBeFocused();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Взять новый остаток: 7' }).press('Enter');
  await expect(stock).toHaveValue('7');
  await expect(stock).toBeFocused();
  await expect(page.getByText('остаток изменился')).toHaveCount(0);
  await stock.fill('12');
  await press(page, 'Сохранить');
  await expect(page.getByText('Сохранено')).toBeVisible();

  // What is sold before a save of something else is seen after it.
  await sell(request, product, 5);
  await page.getByLabel('Описание').fill('Обожжена дважды');
  await press(page, 'Сохранить');
  await expect(stock).toHaveValue('7');
});

test('a stock typed while a save is on its way does not overwrite what was sold before that save', async ({ page }) => {
  const { request } = page;
  const shop = await openShop(request);
  const product = await shop.product({ name: `Кружка ${newSign()}`, price: 40_000, stock: 10 });
  await enterAsStaff(page, 'moderator');
  await page.goto(`/admin/product/${product.id}`);
  const stock = page.getByLabel('Сколько штук есть');
  await expect(stock).toHaveValue('10');
  await sell(request, product, 3);

  const answer = Promise.withResolvers<void>();
  await page.route(
    '**/api/Product/Update',
    async (route) => {
      const response = await route.fetch();
      await answer.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.getByLabel('Описание').fill('Обожжена дважды');
  await press(page, 'Сохранить');
  await stock.fill('15');
  await expect(page.getByRole('button', { name: 'Сохраняем…' })).toBeDisabled();
  answer.resolve();

  await expect(page.getByText('Пока вы редактировали, остаток изменился: сейчас 7').first()).toBeVisible();
  await expect(stock).toHaveValue('15');
  await page.getByRole('button', { name: 'Взять новый остаток: 7' }).click();
  await expect(stock).toHaveValue('7');
  await stock.fill('12');
  await press(page, 'Сохранить');
  await expect(page.getByText('Сохранено')).toBeVisible();
  expect(await shop.call('GET', `Moderator/GetProduct?productId=${product.id}`)).toMatchObject({ stock: 12 });
});
