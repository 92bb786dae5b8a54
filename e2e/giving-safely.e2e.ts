import { newCreator } from './creator.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from './fixtures.ts';
import * as giver from './giver.ts';

const { beginGift, cards, chargesOf, codeField, expectThanks, newGift, payBy, payButton, told, writeCard } = giver;

test.use({ expectedTroubles: [/net::ERR_CONNECTION_RESET.*\/payment\//] });

test('a card of a system that is closed for now is not sent, and one of another system pays', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const { userName } = await newCreator(request);
  const gift = newGift();
  // As the server answers after twenty refused cards of a system, which no test here may spend.
  await page.route('**/api/ProjectPay/Create', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, closedSystems: ['uzcard'] } } });
  });
  await beginGift(page, userName, gift);
  await writeCard(page, cards.withCode);
  await expect(told(page)).toContainText('Uzcard');
  await expect(told(page)).toContainText('с вашей картой это не связано', { ignoreCase: true });
  await page.getByLabel('Срок действия').press('Enter');
  await expect(codeField(page)).toHaveCount(0);
  await expectAccessible(page, '#gift');
  await noHorizontalScroll(page);
  await payBy(page, cards.humo);
  await codeField(page).fill(giver.rightCode);
  await expectThanks(page, gift);
  expect(await chargesOf(request, sandboxUrl, gift)).toBe(1);
});

test('nothing is said of a lost payment, nor another offered, before the provider has been asked', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const { userName } = await newCreator(request);
  const gift = newGift();
  await beginGift(page, userName, gift);
  // The bank has charged the card and its answer is lost; the server cannot reach the bank for a while.
  const asked: string[] = [];
  await page.route('**/api/ProjectPay/Status?*', (route) => {
    asked.push(route.request().url());
    const payId = new URL(route.request().url()).searchParams.get('payId');
    const data = { payId, status: 'Created', amount: gift.sum, isChecked: false };
    return route.fulfill({ json: { success: true, data } });
  });
  await giver.loseNextAnswer(page);
  await payBy(page, cards.withoutCode);
  await expect(page.getByText('Проверяем, прошла ли оплата…')).toBeVisible();
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  await expect(page.getByText(/деньги не списаны/)).toHaveCount(0);
  await expect(payButton(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Изменить сумму или сообщение' })).toHaveCount(0);
  await expectAccessible(page, '#gift');
  await page.unroute('**/api/ProjectPay/Status?*');
  await expectThanks(page, gift);
  expect(await chargesOf(request, sandboxUrl, gift)).toBe(1);
});
