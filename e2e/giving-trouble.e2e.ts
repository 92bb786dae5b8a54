import { newCreator } from './creator.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from './fixtures.ts';
import * as giver from './giver.ts';

const { beginGift, booksOf, cards, chargesOf, codeField, expectThanks, newGift, payBy, payButton, told } = giver;

// The browser's own lines about refusals, which these tests provoke.
test.use({ expectedTroubles: [/(status of (402|410|422|504) |net::ERR_CONNECTION_RESET).*\/payment\//] });

test('every refusal is told in the words of the bank, keeps sum and message, and another card pays', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const { userName } = await newCreator(request);
  const gift = newGift();
  await beginGift(page, userName, gift);
  const refusals = [
    [cards.withoutMoney, 'На карте недостаточно средств. Пополните карту или оплатите другой.'],
    [cards.expired, 'Срок действия карты истёк. Оплатите другой картой.'],
    [cards.blocked, 'Карта заблокирована банком. Обратитесь в банк или оплатите другой картой.'],
  ] as const;
  for (const [card, words] of refusals) {
    await payBy(page, card);
    await expect(told(page)).toHaveText(words);
    await expect(payButton(page)).toContainText(giver.sumPattern(gift.sum));
    await expect(page.getByText(gift.message)).toBeVisible();
  }
  await noHorizontalScroll(page);
  await expectAccessible(page, '#gift');
  // Back to the form and on again: nothing is lost, and it is the same gift.
  await page.getByRole('button', { name: 'Изменить сумму или сообщение' }).click();
  await expect(page.getByLabel('Сообщение автору')).toHaveValue(gift.message);
  await expect(page.getByLabel('Сумма', { exact: true })).toHaveValue(giver.sumPattern(gift.sum));
  await giver.giveButton(page).click();
  await payBy(page, cards.humo);
  await codeField(page).fill(giver.rightCode);
  await expectThanks(page, gift);
  expect(await booksOf(request, sandboxUrl, gift)).toHaveLength(1);
  expect(await chargesOf(request, sandboxUrl, gift)).toBe(1);
});

test('a bank that does not answer is waited for, asked about, and another card pays', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const { userName } = await newCreator(request);
  const gift = newGift();
  await beginGift(page, userName, gift);
  await payBy(page, cards.silent);
  await expect(page.getByText('Связываемся с банком…')).toBeVisible();
  await expect(told(page)).toHaveText('Банк не ответил вовремя. Деньги не списаны, попробуйте ещё раз.', {
    timeout: 45_000,
  });
  await expect(page.getByText(gift.message)).toBeVisible();
  // What was typed is still there. Tried again, the payer may also give up waiting.
  await expect(page.getByLabel('Номер карты')).toHaveValue(cards.silent);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect(told(page)).toContainText('Вы отменили отправку');
  await payBy(page, cards.withoutCode);
  await expectThanks(page, gift);
  expect(await chargesOf(request, sandboxUrl, gift)).toBe(1);
});

test('a wrong code may be corrected; the third one ends the payment, and a new one keeps sum and message', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const { userName } = await newCreator(request);
  const gift = newGift();
  await beginGift(page, userName, gift);
  await payBy(page, cards.withCode);
  await codeField(page).fill('111111');
  await expect(told(page)).toHaveText('Неверный код. Осталось попыток: 2.');
  await expect(codeField(page)).toHaveValue('');
  await expectAccessible(page, '#gift');
  await codeField(page).fill('222222');
  await expect(told(page)).toHaveText('Неверный код. Осталось попыток: 1.');
  await codeField(page).fill('333333');
  await expect(told(page)).toHaveText('Неверный код. Попытки закончились, платёж отменён. Деньги не списаны.');
  await expect(page.getByText('Оплата не прошла')).toBeFocused();
  await expectAccessible(page, '#gift');

  await page.getByRole('button', { name: 'Попробовать ещё раз' }).click();
  await expect(payButton(page)).toContainText(giver.sumPattern(gift.sum));
  await expect(page.getByText(gift.message)).toBeVisible();
  await payBy(page, cards.withCode);
  await codeField(page).fill('444444');
  await expect(told(page)).toHaveText('Неверный код. Осталось попыток: 2.');
  await codeField(page).fill(giver.rightCode);
  await expectThanks(page, gift);
  expect((await booksOf(request, sandboxUrl, gift)).map(({ status }) => status)).toEqual(['failed', 'paid']);
  expect(await chargesOf(request, sandboxUrl, gift)).toBe(1);
});

test('a code that ran out is told of, and a new one is a tap away', async ({ page, request, sandboxUrl }) => {
  const { userName } = await newCreator(request);
  const gift = newGift();
  await page.clock.install();
  await beginGift(page, userName, gift);
  await payBy(page, cards.withCode);
  await expect(page.getByText(/Код действует ещё 1:[12]\d/)).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(page.getByText(/Код действует ещё 0:[12]\d/)).toBeVisible();
  await page.clock.fastForward(31_000);
  await expect(page.getByText('Код больше не действует. Деньги не списаны.')).toBeVisible();
  await expect(codeField(page)).toHaveCount(0);
  await expectAccessible(page, '#gift');
  await page.getByRole('button', { name: 'Получить новый код' }).click();
  await expect(page.getByText(/Код действует ещё 1:[12]\d/)).toBeVisible();
  await codeField(page).fill(giver.rightCode);
  await expectThanks(page, gift);
  expect(await chargesOf(request, sandboxUrl, gift)).toBe(1);
});

test('a code that the bank no longer takes is told of in its words', async ({ page, request, sandboxUrl }) => {
  const { userName } = await newCreator(request);
  const gift = newGift();
  await beginGift(page, userName, gift);
  await payBy(page, cards.withCode);
  await expect(codeField(page)).toBeVisible();
  const words = 'Код устарел. Отправьте карту ещё раз, и придёт новый код.';
  // The bank's clock may be ahead of the payer's: its answer to a late code, which nobody waits a minute and a half for here.
  const refusal = { status: 'code_required', error: { code: 'CodeExpired', message: words } };
  await page.route(/\/payment\//, (route) => route.fulfill({ status: 410, json: refusal }), { times: 1 });
  await codeField(page).fill(giver.rightCode);
  await expect(told(page)).toHaveText(words);
  await page.getByRole('button', { name: 'Получить новый код' }).click();
  await codeField(page).fill(giver.rightCode);
  await expectThanks(page, gift);
  expect(await chargesOf(request, sandboxUrl, gift)).toBe(1);
});

test('a connection that breaks while the code is on its way charges once', async ({ page, request, sandboxUrl }) => {
  const { userName } = await newCreator(request);
  const gift = newGift();
  await beginGift(page, userName, gift);
  await payBy(page, cards.withCode);
  await expect(codeField(page)).toBeVisible();
  await giver.loseNextAnswer(page);
  await codeField(page).fill(giver.rightCode);
  await expectThanks(page, gift);
  expect(await chargesOf(request, sandboxUrl, gift)).toBe(1);
});

for (const [name, card, copies] of [
  ['never comes', cards.callbackLost, 0],
  ['comes twice', cards.callbackTwice, 2],
] as const) {
  test(`a gift whose callback ${name} is thanked for and counted once`, async ({ page, request, sandboxUrl }) => {
    const creator = await newCreator(request);
    const gift = newGift();
    await beginGift(page, creator.userName, gift);
    await payBy(page, card);
    await codeField(page).fill(giver.rightCode);
    await expectThanks(page, gift);
    const paidCopies = async () => {
      const [payment] = await booksOf(request, sandboxUrl, gift);
      return payment?.callbacks.filter(({ status, state }) => status === 'paid' && state === 'delivered').length;
    };
    await expect.poll(paidCopies).toBe(copies);
    expect((await creator.call('GET', 'Donate/My')).items).toMatchObject([{ amount: gift.sum }]);
    expect((await creator.call('GET', 'Widget/Queue')).waiting).toBe(1);
  });
}

// It takes half a minute and differs in nothing on a phone.
test('a gift whose callback is late is thanked for before it, and counted once after it', { tag: '@desktop' }, async ({
  page,
  request,
  sandboxUrl,
}) => {
  const creator = await newCreator(request);
  const gift = newGift();
  await beginGift(page, creator.userName, gift);
  await payBy(page, cards.callbackLate);
  await codeField(page).fill(giver.rightCode);
  await expectThanks(page, gift);
  const copies = async () => (await booksOf(request, sandboxUrl, gift)).flatMap(({ callbacks }) => callbacks);
  expect(await copies()).toMatchObject([{ status: 'paid', state: 'waiting' }]);
  await expect.poll(copies, { timeout: 40_000 }).toMatchObject([{ status: 'paid', state: 'delivered' }]);
  expect((await creator.call('GET', 'Donate/My')).items).toMatchObject([{ amount: gift.sum }]);
});
