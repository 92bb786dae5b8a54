import type { Page } from '@playwright/test';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { HostedTests, payerPage, turnToCard } from '#test/e2e/support/hosted-server.ts';
import * as shopping from '#test/e2e/support/shop.ts';
import { stripeCards } from '#test/support/money/stripe-scene.ts';

// Refused cards, closed pages and an outage, and the browser's own lines about them.
test.use({ expectedTroubles: [/status of (402|409|503) /] });
const hosted = new HostedTests('stripe');

async function payBy(page: Page, card: string): Promise<void> {
  await page.getByLabel('Номер карты').fill(card);
  await payerPage(page).pay.click();
}

test('a donor pays on the page of Stripe, and the alert plays on the stream', async ({ newWindow }) => {
  const giving = await hosted.begin(newWindow);
  const { page, creator, donation } = giving;
  const alertAt = await hosted.watchStream(newWindow, creator, donation);
  await hosted.give(giving);
  await expect(payerPage(page).pay).toBeVisible();
  await expectAccessible(page);
  await payBy(page, stripeCards.succeeds);
  await payerPage(page).back.click();
  await donor.expectThanks(page, donation);
  await expect.poll(alertAt).toBeGreaterThan(0);
});

test('a donor whose card is declined and whose bank asks for him pays in the end', async ({ newWindow }) => {
  const { page, donation } = await hosted.enter(newWindow);
  await payBy(page, stripeCards.declined);
  await expect(page.getByRole('alert')).toContainText('Банк отклонил карту');
  await payBy(page, stripeCards.authenticates);
  await page.getByRole('button', { name: 'Не подтверждать' }).click();
  await expect(page.getByRole('alert')).toContainText('Деньги не списаны');
  await payBy(page, stripeCards.authenticates);
  await page.getByRole('button', { name: 'Подтвердить' }).click();
  await payerPage(page).back.click();
  await donor.expectThanks(page, donation);
});

test('a donor who gives up at Stripe, and goes back, finds his payment and pays it', async ({ newWindow }) => {
  const { page, creator, donation } = await hosted.enter(newWindow);
  await payerPage(page).decline.click();
  await expect(page.getByText('Если вы не заплатили, вернитесь к оплате.')).toBeVisible();
  await expectAccessible(page, 'main');
  expect(await foreignWords(page)).toEqual([]);
  await page.goBack();
  await expect(payerPage(page).pay).toBeVisible();
  await page.goto(`/${creator.userName}`);
  await page.getByRole('link', { name: 'Перейти к оплате' }).click();
  await payBy(page, stripeCards.succeeds);
  await payerPage(page).back.click();
  await donor.expectThanks(page, donation);
});

test('who gives by card after leaving Stripe cannot pay there any more', async ({ newWindow }) => {
  const { page, creator, donation } = await hosted.enter(newWindow);
  const left = await hosted.openWindow(newWindow);
  await turnToCard(page, left, creator.userName);
  await payerPage(left).pay.click();
  await expect(left.getByText('Эта страница оплаты закрыта, деньги не списаны')).toBeVisible();
  await donor.payBy(page, donor.cards.withoutCode);
  await donor.expectThanks(page, donation);
});

test('a sum that Stripe does not take is refused on our page, and paid by card', async ({ newWindow }) => {
  const { donation: common, ...rest } = await hosted.begin(newWindow);
  const donation = { ...common, sum: 1_500_000 };
  const { page } = rest;
  await hosted.give({ ...rest, donation });
  await expect(page.getByRole('alert')).toContainText('Такую сумму так не оплатить');
  await expectAccessible(page, 'main');
  await page.getByRole('radio', { name: 'Картой' }).check();
  await donor.giveButton(page).click();
  await donor.payBy(page, donor.cards.withoutCode);
  await donor.expectThanks(page, donation);
});

test('a donor whom Stripe leaves without an answer is offered the card at once, with all that was typed', async ({
  newWindow,
}) => {
  const giving = await hosted.begin(newWindow);
  const { page, donation } = giving;
  await hosted.whileDown(async () => {
    await hosted.give(giving);
    await expect(page.getByRole('alert').first()).toContainText('Платёжная система сейчас не отвечает');
    await expect(page.getByText('Сейчас недоступно: Stripe.')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Stripe' })).toHaveCount(0);
    await expect(page.getByRole('radio', { name: 'Картой' })).toBeChecked();
    await expectAccessible(page, 'main');
    await donor.giveButton(page).click();
    await donor.payBy(page, donor.cards.withoutCode);
    await donor.expectThanks(page, donation);
  });
});

test('an order paid at Stripe is refunded there by the request of staff', async ({ newWindow }) => {
  const { shop, page } = await hosted.placeOrder(newWindow);
  await payBy(page, stripeCards.succeeds);
  await payerPage(page).back.click();
  await expect(page.getByText('Спасибо! Заказ оплачен.')).toBeVisible();
  await shop.call('POST', 'Order/Refund', { orderId: shopping.orderIdOf(page), reason: 'Не подошёл размер' });
  await page.reload();
  await expect(page.getByRole('main')).toContainText('Деньги возвращены');
  const cabinet = await hosted.openCabinet(newWindow);
  await expectAccessible(cabinet);
  await expect(cabinet.getByRole('listitem').first()).toContainText('Деньги возвращены');
});

test('an order that was placed while Stripe was down waits on its own page to be paid', async ({ newWindow }) => {
  await hosted.whileDown(async () => {
    const { page } = await hosted.placeOrder(newWindow);
    await expect(page).toHaveURL(/\/order\//);
    await expect(page.locator('[aria-current="step"]')).toContainText('Ждёт оплаты');
    await expectAccessible(page, 'main');
  });
});
