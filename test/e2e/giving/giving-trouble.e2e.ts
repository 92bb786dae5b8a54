import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';

const { cards, codeField, expectThanks, payBy, payButton, notice } = donor;

// Messages of the browser about refusals that these tests provoke.
test.use({ expectedTroubles: [/(status of (402|410|422|504) |net::ERR_CONNECTION_RESET).*\/payment\//] });

test('every refusal shows the bank’s text and leaves amount and message, and another card pays', {
  tag: '@verdict',
}, async ({ page, giver }) => {
  const donation = await giver.begin();
  const refusals = [
    [cards.withoutMoney, 'На карте недостаточно средств. Пополните карту или оплатите другой.'],
    [cards.expired, 'Срок действия карты истёк. Оплатите другой картой.'],
    [cards.blocked, 'Карта заблокирована банком. Обратитесь в банк или оплатите другой картой.'],
  ] as const;
  for (const [card, words] of refusals) {
    await payBy(page, card);
    await expect(notice(page)).toHaveText(words);
    await expect(payButton(page)).toContainText(donor.sumPattern(donation.sum));
    await expect(page.getByText(donation.message)).toBeVisible();
  }
  await expectAccessible(page, '#donation');
  // Going back to the form and on again keeps everything, and it is the same donation.
  await page.getByRole('button', { name: 'Изменить сумму или сообщение' }).click();
  await expect(page.getByLabel('Сообщение автору')).toHaveValue(donation.message);
  await expect(page.getByLabel('Сумма', { exact: true })).toHaveValue(donor.sumPattern(donation.sum));
  await donor.giveButton(page).click();
  await payBy(page, cards.humo);
  await codeField(page).fill(donor.rightCode);
  await expectThanks(page, donation);
  expect(await giver.books(donation)).toHaveLength(1);
  expect(await giver.charges(donation)).toBe(1);
});

test('a bank that does not answer is polled, and another card pays', async ({ page, giver }) => {
  const donation = await giver.begin();
  await payBy(page, cards.silent);
  await expect(page.getByText('Связываемся с банком…')).toBeVisible();
  await expect(notice(page)).toHaveText('Банк не ответил вовремя. Деньги не списаны, попробуйте ещё раз.', {
    timeout: 45_000,
  });
  await expect(page.getByText(donation.message)).toBeVisible();
  // The typed data is still there. On another try the payer may also cancel.
  await expect(page.getByLabel('Номер карты')).toHaveValue(cards.silent);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect(notice(page)).toContainText('Вы отменили отправку');
  await payBy(page, cards.withoutCode);
  await giver.expectPaidOnce(donation);
});

test('a wrong code can be corrected; the third one ends the payment, and a new one has the same amount and message', {
  tag: '@verdict',
}, async ({ page, giver }) => {
  const donation = await giver.begin();
  await payBy(page, cards.withCode);
  await codeField(page).fill('111111');
  await expect(notice(page)).toHaveText('Неверный код. Осталось попыток: 2.');
  await expect(codeField(page)).toHaveValue('');
  await expectAccessible(page, '#donation');
  await codeField(page).fill('222222');
  await expect(notice(page)).toHaveText('Неверный код. Осталось попыток: 1.');
  await codeField(page).fill('333333');
  await expect(notice(page)).toHaveText('Неверный код. Попытки закончились, платёж отменён. Деньги не списаны.');
  await expect(page.getByText('Оплата не прошла')).toBeFocused();
  await expectAccessible(page, '#donation');

  await page.getByRole('button', { name: 'Попробовать ещё раз' }).click();
  await expect(payButton(page)).toContainText(donor.sumPattern(donation.sum));
  await expect(page.getByText(donation.message)).toBeVisible();
  await payBy(page, cards.withCode);
  await codeField(page).fill('444444');
  await expect(notice(page)).toHaveText('Неверный код. Осталось попыток: 2.');
  await codeField(page).fill(donor.rightCode);
  await expectThanks(page, donation);
  expect((await giver.books(donation)).map(({ status }) => status)).toEqual(['failed', 'paid']);
  expect(await giver.charges(donation)).toBe(1);
});

test('an expired code is reported, and a new one can be requested', async ({ page, giver }) => {
  await page.clock.install();
  const donation = await giver.begin();
  await payBy(page, cards.withCode);
  await expect(page.getByText(/Код действует ещё 1:[12]\d/)).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(page.getByText(/Код действует ещё 0:[12]\d/)).toBeVisible();
  await page.clock.fastForward(31_000);
  await expect(page.getByText('Код больше не действует. Деньги не списаны.')).toBeVisible();
  await expect(codeField(page)).toHaveCount(0);
  await expectAccessible(page, '#donation');
  await page.getByRole('button', { name: 'Получить новый код' }).click();
  await expect(page.getByText(/Код действует ещё 1:[12]\d/)).toBeVisible();
  await codeField(page).fill(donor.rightCode);
  await giver.expectPaidOnce(donation);
});

test('a code that the bank no longer accepts shows the bank’s text', async ({ page, giver }) => {
  const donation = await giver.begin();
  await payBy(page, cards.withCode);
  await expect(codeField(page)).toBeVisible();
  const words = 'Код устарел. Отправьте карту ещё раз, и придёт новый код.';
  // The bank's clock may be ahead of the payer's. Its answer to a late code is faked, to save 90 seconds.
  const refusal = { status: 'code_required', error: { code: 'CodeExpired', message: words } };
  await donor.onNext(page, 'otp', (route) => route.fulfill({ status: 410, json: refusal }));
  await codeField(page).fill(donor.rightCode);
  await expect(notice(page)).toHaveText(words);
  await page.getByRole('button', { name: 'Получить новый код' }).click();
  await codeField(page).fill(donor.rightCode);
  await giver.expectPaidOnce(donation);
});

test('a connection that breaks while the code is sent charges once', { tag: '@verdict' }, async ({ page, giver }) => {
  const donation = await giver.begin();
  await payBy(page, cards.withCode);
  await expect(codeField(page)).toBeVisible();
  await donor.loseNextAnswer(page, 'otp');
  await codeField(page).fill(donor.rightCode);
  await giver.expectPaidOnce(donation);
});

for (const [name, card, copies] of [
  ['never comes', cards.callbackLost, 0],
  ['comes twice', cards.callbackTwice, 2],
] as const) {
  test(`a donation whose callback ${name} shows thanks and counts once`, async ({ page, giver, creator }) => {
    const donation = await giver.begin();
    await payBy(page, card);
    await codeField(page).fill(donor.rightCode);
    await expectThanks(page, donation);
    const paidCopies = async () => {
      const [payment] = await giver.books(donation);
      return payment?.callbacks.filter(({ status, state }) => status === 'paid' && state === 'delivered').length;
    };
    await expect.poll(paidCopies).toBe(copies);
    expect((await creator.call('GET', 'Donate/My')).items).toMatchObject([{ amount: donation.sum }]);
    expect((await creator.call('GET', 'Widget/Queue')).waiting).toBe(1);
  });
}

// It takes half a minute and does not differ on a phone.
test('a donation whose callback is late shows thanks before it, and counts once after it', {
  tag: '@desktop',
}, async ({ page, giver, creator }) => {
  const donation = await giver.begin();
  await payBy(page, cards.callbackLate);
  await codeField(page).fill(donor.rightCode);
  await expectThanks(page, donation);
  const copies = async () => (await giver.books(donation)).flatMap(({ callbacks }) => callbacks);
  expect(await copies()).toMatchObject([{ status: 'paid', state: 'waiting' }]);
  await expect.poll(copies, { timeout: 40_000 }).toMatchObject([{ status: 'paid', state: 'delivered' }]);
  expect((await creator.call('GET', 'Donate/My')).items).toMatchObject([{ amount: donation.sum }]);
});
