import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { HostedTests, payerPage as payme, turnToCard } from '#test/e2e/support/hosted-server.ts';
import * as shopping from '#test/e2e/support/shop.ts';

const { giveButton, payBy, payButton, cards } = donor;

// An outage of Payme, and the browser's own lines about it.
test.use({ expectedTroubles: [/status of (503|409) .*\/payme\//] });
const hosted = new HostedTests('payme');

test('a donor pays on the page of Payme, and the alert plays on the stream', async ({ newWindow }) => {
  const giving = await hosted.begin(newWindow);
  const { page, creator, donation } = giving;
  const alertAt = await hosted.watchStream(newWindow, creator, donation);
  await page.goto(`/${creator.userName}`);
  await page.getByRole('radio', { name: 'Payme' }).check();
  await expectAccessible(page, '#donation');
  await hosted.give(giving);
  await expect(payme(page).pay).toBeVisible();
  await expectAccessible(page);
  await payme(page).pay.click();
  await expect(page.getByText('Оплачено')).toBeVisible();
  await payme(page).back.click();
  await donor.expectThanks(page, donation);
  await expect.poll(alertAt).toBeGreaterThan(0);
});

test('a donor who declines comes back to the payment, and gives by card', async ({ newWindow }) => {
  const { page, donation } = await hosted.enter(newWindow);
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

test('a donor whose card has no money at Payme pays there after all', async ({ newWindow }) => {
  const { page, donation } = await hosted.enter(newWindow);
  await payme(page).payPoorly.click();
  await expect(page.getByText('Оплата не прошла, деньги не списаны')).toBeVisible();
  await payme(page).back.click();
  await page.getByRole('link', { name: 'Вернуться к оплате' }).click();
  await page.getByRole('link', { name: 'Перейти к оплате' }).click();
  await payme(page).pay.click();
  await payme(page).back.click();
  await donor.expectThanks(page, donation);
});

test('a donor who goes back from Payme finds the payment on the page of the creator, and pays it once', async ({
  newWindow,
}) => {
  const { page, creator, donation } = await hosted.enter(newWindow);
  await page.goBack();
  await page.getByRole('link', { name: 'Перейти к оплате' }).click();
  await payme(page).pay.click();
  await expect(page.getByText('Оплачено')).toBeVisible();
  await page.goBack();
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText('Магазин не принимает этот платёж');
  await payme(page).back.click();
  await donor.expectThanks(page, donation);
  expect(await hosted.donationsOf(creator)).toBe(1);
});

test('who gives by card after leaving Payme cannot pay there any more', async ({ newWindow }) => {
  const { page, creator, donation } = await hosted.enter(newWindow);
  const left = await hosted.openWindow(newWindow);
  await turnToCard(page, left, creator.userName);
  await payme(left).pay.click();
  await expect(left.getByText('Оплачено')).toBeHidden();
  await payBy(page, cards.withoutCode);
  await donor.expectThanks(page, donation);
  expect(await hosted.donationsOf(creator)).toBe(1);
});

test('an outage of Payme leaves the donation unpaid, and the donor pays when it is over', async ({ newWindow }) => {
  const giving = await hosted.begin(newWindow);
  const { page, donation } = giving;
  await hosted.whileDown(async () => {
    await hosted.give(giving);
    await expect(page.getByRole('alert')).toContainText('Payme сейчас не работает');
  });
  await page.reload();
  await payme(page).pay.click();
  await payme(page).back.click();
  await donor.expectThanks(page, donation);
});

test('a buyer leaves Payme for the card, whose payment counts, and Payme takes nothing', async ({ newWindow }) => {
  const { page } = await hosted.placeOrder(newWindow);
  await expect(payme(page).pay).toBeVisible();
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
  const { shop, page } = await hosted.placeOrder(newWindow);
  await payme(page).pay.click();
  await payme(page).back.click();
  await expect(page.getByText('Спасибо! Заказ оплачен.')).toBeVisible();
  const orderId = shopping.orderIdOf(page);
  await expect(shop.call('POST', 'Order/Refund', { orderId, reason: 'Не подошёл размер' })).rejects.toThrow(
    'RefundRefused',
  );
  const { items } = await shop.call('GET', 'Moderator/Payments?State=problem&Skip=0&Take=10');
  expect(JSON.stringify(items)).toContain('RefundElsewhere');
  const cabinet = await hosted.openCabinet(newWindow);
  await expectAccessible(cabinet);
  const paid = cabinet.getByRole('listitem').filter({ hasText: orderId });
  await paid.getByRole('button', { name: 'Вернуть деньги' }).click();
  await expect(paid).toContainText('Деньги возвращены');
  await page.reload();
  await expect(page.getByRole('main')).toContainText('Деньги возвращены');
});
