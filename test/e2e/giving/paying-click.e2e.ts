import { newCreator } from '#test/e2e/support/creator.ts';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { payerPage as click, HostedTests, turnToCard } from '#test/e2e/support/hosted-server.ts';
import { holdScripts } from '#test/e2e/support/late-scripts.ts';
import * as shopping from '#test/e2e/support/shop.ts';

// An outage of Click, and the browser's own lines about it.
test.use({ expectedTroubles: [/status of (503|409) .*\/click\//] });
const hosted = new HostedTests('click');

test('a donor pays on the page of Click, and the alert plays on the stream', async ({ newWindow }) => {
  const giving = await hosted.begin(newWindow);
  const { page, creator, donation } = giving;
  const alertAt = await hosted.watchStream(newWindow, creator, donation);
  await hosted.give(giving);
  await expect(click(page).pay).toBeVisible();
  await expectAccessible(page);
  await click(page).pay.click();
  await expect(page.getByText('Оплачено')).toBeVisible();
  await click(page).back.click();
  await donor.expectThanks(page, donation);
  await expect.poll(alertAt).toBeGreaterThan(0);
});

test('Click chosen and pressed before the scripts have come is where the donor pays', async ({ newWindow }) => {
  const creator = await newCreator(hosted.api);
  const page = await hosted.openWindow(newWindow);
  const release = await holdScripts(page);
  await page.goto(`/${creator.userName}`, { waitUntil: 'commit' });
  await page.getByRole('radio', { name: 'Click' }).check();
  await donor.giveButton(page).click();
  release();
  await expect(click(page).pay).toBeVisible();
});

test('a donor whose card has no money at Click comes back to the payment, and pays there after all', async ({
  newWindow,
}) => {
  const { page, donation } = await hosted.enter(newWindow);
  await click(page).payPoorly.click();
  await expect(page.getByText('Оплата не прошла, деньги не списаны')).toBeVisible();
  await click(page).back.click();
  await expect(page.getByText('Если вы не заплатили, вернитесь к оплате.')).toBeVisible();
  await expectAccessible(page, 'main');
  expect(await foreignWords(page)).toEqual([]);
  await page.getByRole('link', { name: 'Вернуться к оплате' }).click();
  await page.getByRole('link', { name: 'Перейти к оплате' }).click();
  await click(page).pay.click();
  await click(page).back.click();
  await donor.expectThanks(page, donation);
});

test('a donor who goes back from Click finds the payment on the page of the creator, and pays it once', async ({
  newWindow,
}) => {
  const { page, creator, donation } = await hosted.enter(newWindow);
  await page.goBack();
  await page.getByRole('link', { name: 'Перейти к оплате' }).click();
  await click(page).pay.click();
  await expect(page.getByText('Оплачено')).toBeVisible();
  await page.goBack();
  await click(page).pay.click();
  await expect(page.getByText('Оплата не прошла, деньги не списаны')).toBeVisible();
  await click(page).back.click();
  await donor.expectThanks(page, donation);
  expect(await hosted.donationsOf(creator)).toBe(1);
});

test('who gives by card after leaving Click cannot pay there any more', async ({ newWindow }) => {
  const { page, creator, donation } = await hosted.enter(newWindow);
  const left = await hosted.openWindow(newWindow);
  await turnToCard(page, left, creator.userName);
  await click(left).pay.click();
  await expect(left.getByText('Оплата не прошла, деньги не списаны')).toBeVisible();
  await donor.payBy(page, donor.cards.withoutCode);
  await donor.expectThanks(page, donation);
});

test('an outage of Click leaves the donation unpaid, and the donor pays when it is over', async ({ newWindow }) => {
  const giving = await hosted.begin(newWindow);
  const { page, donation } = giving;
  await hosted.whileDown(async () => {
    await hosted.give(giving);
    await expect(page.getByRole('alert')).toContainText('Click сейчас не работает');
  });
  await page.reload();
  await click(page).pay.click();
  await click(page).back.click();
  await donor.expectThanks(page, donation);
});

test('an order paid at Click is refunded there by the request of staff', async ({ newWindow }) => {
  const { shop, page } = await hosted.placeOrder(newWindow);
  await click(page).pay.click();
  await click(page).back.click();
  await expect(page.getByText('Спасибо! Заказ оплачен.')).toBeVisible();
  await shop.call('POST', 'Order/Refund', { orderId: shopping.orderIdOf(page), reason: 'Не подошёл размер' });
  await page.reload();
  await expect(page.getByRole('main')).toContainText('Деньги возвращены');
  const cabinet = await hosted.openCabinet(newWindow);
  await expectAccessible(cabinet);
  await expect(cabinet.getByRole('listitem').first()).toContainText('Деньги возвращены');
});
