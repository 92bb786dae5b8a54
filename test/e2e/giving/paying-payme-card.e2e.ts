import type { Page } from '@playwright/test';
import { newCreator } from '#test/e2e/support/creator.ts';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { HostedTests } from '#test/e2e/support/hosted-server.ts';
import { enter, press, registered } from '#test/e2e/support/people.ts';
import * as shopping from '#test/e2e/support/shop.ts';
import { paymeCards } from '#test/support/money/payme-card-caller.ts';

const { codeField, newDonation, notice, payButton } = donor;

// A refused card and an outage of Payme, and the browser's own lines about them.
test.use({ expectedTroubles: [/status of (402|503) /] });
const hosted = new HostedTests('payme-card');

async function payBy(page: Page, number: string): Promise<void> {
  await page.getByLabel('Номер карты').fill(number);
  await page.getByLabel('Срок действия').fill('03/99');
  await payButton(page).click();
}

/** Goes from a creator's page to the fields of a card, to pay a new donation. */
async function enterCard(newWindow: Parameters<typeof hosted.begin>[0]) {
  const giving = await hosted.begin(newWindow);
  await hosted.give(giving);
  await expect(payButton(giving.page)).toBeVisible();
  return giving;
}

test('a donor pays with a card by Payme, which alone sees it, and again with the saved card', async ({ newWindow }) => {
  const giving = await hosted.begin(newWindow);
  const { page, creator, donation } = giving;
  const alertAt = await hosted.watchStream(newWindow, creator, donation);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.postData()?.includes(paymeCards.pays)) sent.push(new URL(request.url()).pathname);
  });
  await hosted.give(giving);
  await expect(page.getByText('Powered by Payme')).toBeVisible();
  // Payme's terms: the fields have no names.
  await expect(page.getByLabel('Номер карты')).not.toHaveAttribute('name');
  await expectAccessible(page, '#donation');
  // Payme's mark is the same in all languages.
  expect(await foreignWords(page, new Set(['powered', 'by']))).toEqual([]);
  await page.getByText('Запомнить карту в этом браузере').click();
  await payBy(page, paymeCards.pays);
  await expect(page.getByText('99890•••••31')).toBeVisible();
  await codeField(page).fill('111111');
  await expect(notice(page)).toContainText('Неверный код');
  await codeField(page).fill('666666');
  await donor.expectThanks(page, donation);
  await expect.poll(alertAt).toBeGreaterThan(0);
  expect(sent).toEqual(['/payme-card/api']);

  const second = newDonation();
  await hosted.give({ ...giving, donation: second });
  await expect(page.getByRole('radio', { name: /6478/ })).toBeChecked();
  await payButton(page).click();
  await donor.expectThanks(page, second);
});

test('a card that Payme refuses closes the payment, and another one pays', async ({ newWindow }) => {
  const { page, donation } = await enterCard(newWindow);
  await payBy(page, paymeCards.withoutSms);
  await expect(notice(page)).toContainText('не подключено СМС');
  await payBy(page, paymeCards.withoutMoney);
  await codeField(page).fill('666666');
  await expect(page.getByText('Оплата не прошла')).toBeVisible();
  await expect(notice(page)).toContainText('Банк отклонил оплату');
  await expectAccessible(page, '#donation');
  await page.getByRole('button', { name: 'Попробовать ещё раз' }).click();
  await payBy(page, paymeCards.paysToo);
  await codeField(page).fill('666666');
  await donor.expectThanks(page, donation);
});

test('an outage of Payme takes nothing, and the donor pays when it is over', async ({ newWindow }) => {
  const { page, donation } = await enterCard(newWindow);
  await hosted.whileDown(async () => {
    await payBy(page, paymeCards.pays);
    await expect(notice(page)).toContainText('деньги не списаны');
  });
  await payButton(page).click();
  await codeField(page).fill('666666');
  await donor.expectThanks(page, donation);
});

test('an order is paid with a card by Payme and refunded by the staff', async ({ newWindow }) => {
  const { shop, page } = await hosted.placeOrder(newWindow);
  await expect(payButton(page)).toBeVisible();
  await noHorizontalScroll(page);
  await payBy(page, paymeCards.pays);
  await codeField(page).fill('666666');
  await expect(page.getByText('Спасибо! Заказ оплачен.')).toBeVisible();
  await shop.call('POST', 'Order/Refund', { orderId: shopping.orderIdOf(page), reason: 'Не подошёл размер' });
  await page.reload();
  await expect(page.getByRole('main')).toContainText('Деньги возвращены');
});

test('a donor supports every month with a card by Payme, and changes it', async ({ newWindow }) => {
  const creator = await newCreator(hosted.api);
  const person = await registered(hosted.api);
  const page = await hosted.openWindow(newWindow);
  await enter(page, person, '/');
  await page.goto(`/${creator.userName}`);
  await press(page, 'Каждый месяц');
  await page.getByLabel('Сумма', { exact: true }).fill('20000');
  await page.getByLabel('Ваше имя').fill('Азиз');
  await page.getByRole('radio', { name: 'Картой через Payme' }).check();
  await noHorizontalScroll(page);
  await expectAccessible(page, '#donation');
  await page.getByRole('button', { name: /^Платить 20\s000 сум в месяц$/ }).click();
  await expect(page.getByText('Powered by Payme')).toBeVisible();
  await payBy(page, paymeCards.pays);
  await codeField(page).fill('666666');
  await expect(page).toHaveURL(/\/thanks\//);

  await page.goto('/memberships');
  const card = page.getByRole('article');
  await expect(card).toContainText('•• 6478');
  await press(page, 'Сменить карту');
  await page.getByLabel('Номер карты').fill(paymeCards.paysToo);
  await page.getByLabel('Срок действия').fill('03/99');
  await press(page, 'Сохранить карту');
  await codeField(page).fill('666666');
  await expect(card).toContainText('•• 6311');
  await expect(card).toContainText('Действует');
});
