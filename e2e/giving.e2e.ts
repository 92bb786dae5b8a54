import { demoCreator, newCreator } from './creator.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from './fixtures.ts';
import * as giver from './giver.ts';
import { alertOn, countSounds, noteAlert, openWidget } from './widget-page.ts';

const { beginGift, booksOf, cards, chargesOf, codeField, expectThanks, giveButton, newGift, payBy, payButton } = giver;

test('a guest gives, the alert plays on the stream, and he sees it tell him so', async ({
  page,
  request,
  newWindow,
  sandboxUrl,
}, testInfo) => {
  // Two windows on one creator would wait for each other's alerts.
  const creator = await (testInfo.project.name === 'desktop' ? demoCreator(request) : newCreator(request));
  // Long enough to be looked at on a busy machine, too.
  await creator.call('PUT', 'Widget/Settings', { alert: { duration: 8 } });
  const gift = newGift();
  const obs = await newWindow({ viewport: { width: 1920, height: 1080 } });
  const sounds = await countSounds(obs.context());
  await openWidget(obs, creator.key);
  const alertAt = await noteAlert(obs, gift.message);

  await page.goto(`/${creator.userName}`);
  await page.getByRole('button', { name: /^10\s000$/ }).click();
  await expect(giveButton(page)).toContainText(/10\s000/);
  await giver.writeGift(page, gift);
  await giveButton(page).click();
  await noHorizontalScroll(page);
  await expectAccessible(page, '#gift');
  await payBy(page, cards.withCode);
  await expect(page.getByText('Банк отправил его на номер')).toContainText('06');
  await expectAccessible(page, '#gift');
  await codeField(page).fill(giver.rightCode);

  await expectThanks(page, gift);
  const way = page.getByRole('region', { name: 'Путь доната на экран' });
  await expect(way.getByRole('listitem')).toHaveText([/^Оплачен/, /^В очереди/, /^На экране/, /^Показан/]);
  const alert = alertOn(obs);
  await expect(alert).toContainText(gift.message);
  await expect(alert).toContainText(gift.name.split(' ')[0] ?? '');
  await expect(alert).toContainText(giver.sumPattern(gift.sum));
  await expect(way.getByRole('status')).toHaveText('Прямо сейчас ваш донат на экране!');
  await noHorizontalScroll(page);
  await expectAccessible(page);
  await expect(way.locator('[aria-current=step]')).toHaveText(/^Показан/, { timeout: 20_000 });
  await expect(way.locator('time')).toHaveCount(4);
  await expect(alert).toBeHidden();
  expect(await sounds(obs)).toBe(1);

  const [payment] = await booksOf(request, sandboxUrl, gift);
  const paidAt = Date.parse(payment?.history.find(({ status }) => status === 'paid')?.at ?? '');
  const wait = (await alertAt()) - paidAt;
  console.log(`paid to screen (${testInfo.project.name}): ${wait} ms`);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(2_000);

  await page.getByRole('link', { name: 'Поддержать ещё раз' }).click();
  await expect(page).toHaveURL(`/${creator.userName}`);
  await page.reload();
  const last = page
    .getByRole('region', { name: 'Последние донаты' })
    .getByRole('listitem')
    .filter({ hasText: gift.name });
  await expect(last).toHaveCount(1);
  await expect(last).toContainText(giver.sumPattern(gift.sum));
  await expect(last).toContainText(gift.message);
  const { items } = await creator.call('GET', 'Donate/My');
  expect(items).toContainEqual(
    expect.objectContaining({ message: gift.message, amount: gift.sum, payout: 'Credited' }),
  );
});

test('the largest giver stands in the top after a reload', async ({ page, request }) => {
  const creator = await newCreator(request);
  const gift = newGift();
  await beginGift(page, creator.userName, gift);
  await payBy(page, cards.withoutCode);
  await expectThanks(page, gift);
  await page.goto(`/${creator.userName}`);
  const top = page.getByRole('region', { name: 'Топ поддержки' }).getByRole('listitem');
  await expect(top).toHaveCount(1);
  await expect(top).toContainText(gift.name);
  await expect(top).toContainText(giver.sumPattern(gift.sum));
});

test('a gift is made by keyboard alone', { tag: '@desktop' }, async ({ page, request }) => {
  const creator = await newCreator(request);
  const gift = newGift();
  await page.goto(`/${creator.userName}`);
  const walkTo = async (wanted: ReturnType<typeof giveButton>) => {
    for (let steps = 0; steps < 60; steps += 1) {
      await page.keyboard.press('Tab');
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`Tab does not come to ${wanted}`);
  };
  await walkTo(page.getByLabel('Сумма', { exact: true }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(String(gift.sum));
  await walkTo(page.getByLabel('Сообщение автору'));
  await page.keyboard.type(gift.message);
  await walkTo(page.getByLabel('Ваше имя'));
  await page.keyboard.type(gift.name);
  await walkTo(giveButton(page));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Номер карты')).toBeFocused();
  await page.keyboard.type('8600000000000106');
  await expect(page.getByLabel('Срок действия')).toBeFocused();
  await page.keyboard.type('1239');
  await walkTo(payButton(page));
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(giver.rightCode);
  await expectThanks(page, gift);
});

test('a remembered card pays again, and is forgotten for good unless called back', async ({ page, request }) => {
  const { userName } = await newCreator(request);
  const [first, second] = [newGift(), newGift()];
  await beginGift(page, userName, first);
  await giver.writeCard(page, cards.withCode);
  await page.getByLabel('Запомнить карту в этом браузере').check();
  await giver.expectNoSecretsKept(page, cards.withCode);
  await payButton(page).click();
  await codeField(page).fill('12345');
  await giver.expectNoSecretsKept(page, cards.withCode);
  await codeField(page).fill(giver.rightCode);
  await expectThanks(page, first);
  expect(await giver.keptText(page)).toContain('savedCards');

  await beginGift(page, userName, second);
  const saved = page.getByRole('radio', { name: /0106/ });
  await expect(saved).toBeChecked();
  await expectAccessible(page, '#gift');
  await payButton(page).click();
  await codeField(page).fill(giver.rightCode);
  await expectThanks(page, second);
  await giver.expectNoSecretsKept(page, cards.withCode);

  await beginGift(page, userName, newGift());
  await page.getByRole('button', { name: 'Забыть карту 0106' }).click();
  await expect(page.getByLabel('Номер карты')).toBeVisible();
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await expect(saved).toBeChecked();
  await page.getByRole('button', { name: 'Забыть карту 0106' }).click();
  await page.reload();
  await expect(page.getByLabel('Номер карты')).toBeVisible();
  await expect(saved).toHaveCount(0);
  expect(await giver.keptText(page)).not.toContain('0106');
});

test('a reload and the back button in the middle of paying lead back to the same payment', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const { userName } = await newCreator(request);
  const gift = newGift();
  await page.goto('/');
  await beginGift(page, userName, gift);
  await page.reload();
  await expect(payButton(page)).toContainText(giver.sumPattern(gift.sum));
  await payBy(page, cards.withCode);
  await expect(codeField(page)).toBeVisible();
  await page.reload();
  await expect(codeField(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Опора для тех, кто создаёт');
  await page.goForward();
  await expect(codeField(page)).toBeVisible();
  await expect(page.getByText(gift.message)).toBeVisible();
  await codeField(page).fill(giver.rightCode);
  await expectThanks(page, gift);
  // The way back from the thanks leads to an empty form, not to the payment that is over.
  await page.goBack();
  await expect(giveButton(page)).toBeVisible();
  await expect(page.getByLabel('Сообщение автору')).toHaveValue('');
  expect(await booksOf(request, sandboxUrl, gift)).toHaveLength(1);
  expect(await chargesOf(request, sandboxUrl, gift)).toBe(1);
});

test('of two tabs with one gift only one pays, and the other shows it', async ({ page, request, sandboxUrl }) => {
  const { userName } = await newCreator(request);
  const gift = newGift();
  await beginGift(page, userName, gift);
  await payBy(page, cards.withCode);
  await expect(codeField(page)).toBeVisible();
  const second = await page.context().newPage();
  await second.goto(`/${userName}`);
  await expect(second.getByText('Платёж открыт в другой вкладке')).toBeVisible();
  await expect(second.getByText(giver.sumPattern(gift.sum))).toBeVisible();
  await expectAccessible(second, '#gift');
  await second.getByRole('button', { name: 'Продолжить здесь' }).click();
  await expect(codeField(second)).toBeVisible();
  await expect(codeField(page)).toHaveCount(0);
  await codeField(second).fill(giver.rightCode);
  await expectThanks(second, gift);
  await expect(page.getByText(/Донат на .+ оплачен/)).toBeVisible();
  expect(await booksOf(request, sandboxUrl, gift)).toHaveLength(1);
  expect(await chargesOf(request, sandboxUrl, gift)).toBe(1);
});

test('a double tap on every button makes one gift and one charge', async ({ page, request, sandboxUrl }) => {
  const creator = await newCreator(request);
  const gift = newGift();
  await page.goto(`/${creator.userName}`);
  await giver.writeGift(page, gift);
  await giveButton(page).dblclick();
  await giver.writeCard(page, cards.withoutCode);
  await payButton(page).dblclick();
  await expectThanks(page, gift);
  expect(await booksOf(request, sandboxUrl, gift)).toHaveLength(1);
  expect(await chargesOf(request, sandboxUrl, gift)).toBe(1);
  expect((await creator.call('GET', 'Donate/My')).items).toHaveLength(1);
});
