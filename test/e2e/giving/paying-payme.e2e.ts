import { type APIRequestContext, request as requests } from '@playwright/test';
import { newCreator } from '#test/e2e/support/creator.ts';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import {
  enterPage,
  giveAt,
  type HostedServer,
  orderAt,
  payerPage as payme,
  startHostedServer,
} from '#test/e2e/support/hosted-server.ts';
import { dataOf } from '#test/e2e/support/people.ts';
import * as shopping from '#test/e2e/support/shop.ts';
import { noteAlert, openWidget } from '#test/e2e/support/widget-page.ts';

const { giveButton, newDonation, payBy, payButton, cards } = donor;

let server: HostedServer;
let api: APIRequestContext;

// An outage of Payme, and the browser's own lines about it.
test.use({ expectedTroubles: [/status of (503|409) .*\/payme\//] });
test.beforeAll(async () => {
  server = await startHostedServer('payme');
  api = await requests.newContext({ baseURL: server.url });
});
test.afterAll(async () => {
  await api?.dispose();
  await server?.close();
});

test('a donor pays on the page of Payme, and the alert plays on the stream', async ({ newWindow }) => {
  const creator = await newCreator(api);
  const donation = newDonation();
  const obs = await newWindow({ baseURL: server.url, viewport: { width: 1920, height: 1080 } });
  await openWidget(obs, creator.key);
  const alertAt = await noteAlert(obs, donation.message);
  const page = await newWindow({ baseURL: server.url });
  await page.goto(`/${creator.userName}`);
  await page.getByRole('radio', { name: 'Payme' }).check();
  await expectAccessible(page, '#donation');
  await enterPage(page, 'payme', creator.userName, donation);
  await expectAccessible(page);
  await payme(page).pay.click();
  await expect(page.getByText('Оплачено')).toBeVisible();
  await payme(page).back.click();
  await donor.expectThanks(page, donation);
  await expect.poll(alertAt).toBeGreaterThan(0);
});

test('a donor who declines comes back to the payment, and gives by card', async ({ newWindow }) => {
  const creator = await newCreator(api);
  const donation = newDonation();
  const page = await newWindow({ baseURL: server.url });
  await enterPage(page, 'payme', creator.userName, donation);
  await payme(page).decline.click();
  await expect(page.getByText('Если вы не заплатили, вернитесь к оплате.')).toBeVisible();
  await expectAccessible(page, 'main');
  expect(await foreignWords(page)).toEqual([]);
  await page.getByRole('link', { name: 'Вернуться к оплате' }).click();
  await expect(page.getByText('Ждём оплату')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Перейти к оплате' })).toHaveAttribute('href', /\/payme\//);
  await expectAccessible(page, '#donation');
  await page.getByRole('button', { name: 'Изменить сумму или сообщение' }).click();
  await page.getByRole('radio', { name: 'Картой' }).check();
  await giveButton(page).click();
  await payBy(page, cards.withoutCode);
  await donor.expectThanks(page, donation);
});

test('who gives by card after leaving Payme cannot pay there any more', async ({ newWindow }) => {
  const creator = await newCreator(api);
  const donation = newDonation();
  const page = await newWindow({ baseURL: server.url });
  await enterPage(page, 'payme', creator.userName, donation);
  const left = await newWindow({ baseURL: server.url });
  await left.goto(page.url());
  await expect(payme(left).pay).toBeVisible();
  await page.goto(`/${creator.userName}`);
  await page.getByRole('button', { name: 'Изменить сумму или сообщение' }).click();
  await page.getByRole('radio', { name: 'Картой' }).check();
  await giveButton(page).click();
  await expect(payButton(page)).toBeVisible();
  await payme(left).pay.click();
  await expect(left.getByText('Оплачено')).toBeHidden();
  await payBy(page, cards.withoutCode);
  await donor.expectThanks(page, donation);
  const { projectId } = await dataOf(await api.get(`/api/User/GetByName?userName=${creator.userName}`));
  const list = await dataOf(await api.get(`/api/ProjectPay/List?projectId=${String(projectId)}`));
  expect(list.totalCount).toBe(1);
});

test('an outage of Payme leaves the donation unpaid, and the donor pays when it is over', async ({ newWindow }) => {
  const creator = await newCreator(api);
  const donation = newDonation();
  const page = await newWindow({ baseURL: server.url });
  await server.setDown(true);
  try {
    await giveAt(page, 'payme', creator.userName, donation);
    await expect(page.getByRole('alert')).toContainText('Payme сейчас не работает');
  } finally {
    await server.setDown(false);
  }
  await page.reload();
  await payme(page).pay.click();
  await payme(page).back.click();
  await donor.expectThanks(page, donation);
});

test('a buyer leaves Payme for the card, whose payment counts, and Payme takes nothing', async ({ newWindow }) => {
  const shop = await shopping.openShop(api);
  const page = await newWindow({ baseURL: server.url });
  await orderAt(page, 'payme', shop);
  const billAt = page.url();
  await payme(page).decline.click();
  await expect(page.getByText('Ждём оплату')).toBeVisible();
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: 'Выбрать другой способ оплаты' }).click();
  await page.getByRole('radio', { name: 'Картой' }).check();
  await page.getByRole('button', { name: /^Оплатить заказ/ }).click();
  await expect(payButton(page)).toBeVisible();
  const late = await page.context().newPage();
  await late.goto(billAt);
  await expect(late.getByRole('alert')).toHaveText('Магазин не принимает этот платёж');
  await late.close();
  await payBy(page, cards.withoutCode);
  await expect(page.getByText('Спасибо! Заказ оплачен.')).toBeVisible();
});

test('an order paid at Payme is refunded in the cabinet of Payme, as staff learn', async ({ newWindow }) => {
  const shop = await shopping.openShop(api);
  const page = await newWindow({ baseURL: server.url });
  await orderAt(page, 'payme', shop);
  await payme(page).pay.click();
  await payme(page).back.click();
  await expect(page.getByText('Спасибо! Заказ оплачен.')).toBeVisible();
  const orderId = shopping.orderIdOf(page);
  await expect(shop.call('POST', 'Order/Refund', { orderId, reason: 'Не подошёл размер' })).rejects.toThrow(
    'RefundRefused',
  );
  const { items } = await shop.call('GET', 'Moderator/Payments?State=problem&Skip=0&Take=10');
  expect(JSON.stringify(items)).toContain('RefundElsewhere');
  const cabinet = await newWindow({ baseURL: server.sandboxUrl });
  await cabinet.goto('/payme');
  await expectAccessible(cabinet);
  await cabinet.getByRole('button', { name: 'Вернуть деньги' }).first().click();
  await expect(cabinet.getByText('Деньги возвращены')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main')).toContainText('Деньги возвращены');
});
