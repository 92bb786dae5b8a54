import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';

const { cards, codeField, payBy, payButton, notice, writeCard } = donor;

test.use({ serviceWorkers: 'allow', expectedTroubles: [/net::ERR_CONNECTION_RESET.*\/payment\//] });

test('a card of a closed system is not sent, and one of another system pays', async ({ page, giver }) => {
  // As the server answers after twenty refused cards of a system, which no test here may spend.
  await page.route('**/api/ProjectPay/Create', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, closedSystems: ['uzcard'] } } });
  });
  const donation = await giver.begin();
  await writeCard(page, cards.withCode);
  await expect(notice(page)).toContainText('Uzcard');
  await expect(notice(page)).toContainText('с вашей картой это не связано', { ignoreCase: true });
  await page.getByLabel('Срок действия').press('Enter');
  await expect(codeField(page)).toHaveCount(0);
  await expectAccessible(page, '#donation');
  await payBy(page, cards.humo);
  await codeField(page).fill(donor.rightCode);
  await giver.expectPaidOnce(donation);
});

test('a payment is neither called lost nor offered again before the provider was asked', async ({ page, giver }) => {
  const donation = await giver.begin();
  // The bank has charged the card and its answer is lost; the server cannot reach the bank for a while.
  const asked: string[] = [];
  await page.route('**/api/ProjectPay/Status?*', (route) => {
    asked.push(route.request().url());
    const payId = new URL(route.request().url()).searchParams.get('payId');
    const data = { payId, status: 'Created', amount: donation.sum, isChecked: false };
    return route.fulfill({ json: { success: true, data } });
  });
  await donor.loseNextAnswer(page, 'card');
  await payBy(page, cards.withoutCode);
  await expect(page.getByText('Проверяем, прошла ли оплата…')).toBeVisible();
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  await expect(page.getByText(/деньги не списаны/)).toHaveCount(0);
  await expect(payButton(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Изменить сумму или сообщение' })).toHaveCount(0);
  await expectAccessible(page, '#donation');
  await page.unroute('**/api/ProjectPay/Status?*');
  await giver.expectPaidOnce(donation);
});

test('a phone whose clock is hours ahead goes on with the payment that it has opened', async ({ page, giver }) => {
  const opened: unknown[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/api/ProjectPay/Create')) return;
    const { data } = await response.json();
    opened.push(data.payId);
  });
  const hours = 3;
  // The session has found it, as of a donor who is logged in.
  await page.addInitScript((skew) => localStorage.setItem('clockSkew', String(skew)), hours * 3_600_000);
  await page.clock.install({ time: Date.now() + hours * 3_600_000 });
  await giver.begin();
  await page.getByRole('button', { name: 'Изменить сумму или сообщение' }).click();
  await donor.giveButton(page).click();
  await expect(payButton(page)).toBeVisible();
  await expect.poll(() => opened.length).toBe(2);
  expect(new Set(opened).size).toBe(1);
});
