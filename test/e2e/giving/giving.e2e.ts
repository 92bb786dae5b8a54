import { demoCreator, newCreator } from '#test/e2e/support/creator.ts';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { alertOn, countSounds, endAlert, noteAlert, openWidget } from '#test/e2e/support/widget-page.ts';

const { beginDonation, cards, codeField, expectThanks, giveButton, newDonation, payBy, payButton } = donor;

test(
  'a guest donates, the alert plays on the stream, and the thanks page shows it',
  { tag: ['@verdict', '@phone'] },
  async ({ page, request, newWindow, sandboxUrl }, testInfo) => {
    // Two windows on one creator would wait for each other's alerts.
    const creator = await (testInfo.project.name === 'desktop' ? demoCreator(request) : newCreator(request));
    // Long enough to be looked at on a busy machine, too.
    await creator.call('PUT', 'Widget/Settings', { alert: { duration: 20 } });
    const donation = newDonation();
    const obs = await newWindow({ viewport: { width: 1920, height: 1080 } });
    await obs.clock.install();
    const sounds = await countSounds(obs.context());
    await openWidget(obs, creator.key);
    const alertAt = await noteAlert(obs, donation.message);

    await page.goto(`/${creator.userName}`);
    await page.getByRole('button', { name: /^10\s000$/ }).click();
    await expect(giveButton(page)).toContainText(/10\s000/);
    await donor.writeDonation(page, donation);
    await giveButton(page).click();
    await expectAccessible(page, '#donation');
    await payBy(page, cards.withCode);
    await expect(page.getByText('Банк отправил его на номер')).toContainText('06');
    await expectAccessible(page, '#donation');
    await codeField(page).fill(donor.rightCode);

    await expectThanks(page, donation);
    const way = page.getByRole('region', { name: 'Путь доната на экран' });
    await expect(way.getByRole('listitem')).toHaveText([/^Оплачен/, /^В очереди/, /^На экране/, /^Показан/]);
    const alert = alertOn(obs);
    await expect(alert).toContainText(donation.message);
    await expect(alert).toContainText(donation.name.split(' ')[0] ?? '');
    await expect(alert).toContainText(donor.sumPattern(donation.sum));
    await expect(way.getByRole('status')).toHaveText('Прямо сейчас ваш донат на экране!');
    await expectAccessible(page);
    await endAlert(obs, 20_000);
    await expect(way.locator('[aria-current=step]')).toHaveText(/^Показан/);
    await expect(way.locator('time')).toHaveCount(4);
    await expect(alert).toBeHidden();
    expect(await sounds(obs)).toBe(1);

    const [payment] = await donor.booksOf(request, sandboxUrl, donation);
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
      .filter({ hasText: donation.name });
    await expect(last).toHaveCount(1);
    await expect(last).toContainText(donor.sumPattern(donation.sum));
    await expect(last).toContainText(donation.message);
    const { items } = await creator.call('GET', 'Donate/My');
    expect(items).toContainEqual(
      expect.objectContaining({ message: donation.message, amount: donation.sum, payout: 'Credited' }),
    );
  },
);

test('a donor sees the part of the goal, saves a picture of the thanks, with the sum or without, and donates the same again', async ({
  page,
  giver,
  creator,
}) => {
  const goal = { title: 'Новая камера', amount: 20_000_000 };
  await creator.call('PUT', 'Widget/Settings', { statistics: { goal } });
  const donation = await giver.begin();
  await payBy(page, cards.withoutCode);
  await expectThanks(page, donation);
  const part = page.getByText('В том числе этот донат');
  await expect(part).toContainText(donor.sumPattern(donation.sum));
  const inOrder = [
    page.getByRole('heading', { name: 'Спасибо!' }),
    page.getByRole('progressbar', { name: goal.title }),
    part,
    page.getByRole('link', { name: 'В Telegram' }),
    page.getByRole('link', { name: 'Поддержать ещё раз' }),
  ];
  const places = await Promise.all(inOrder.map(async (shown) => (await shown.boundingBox())?.y ?? 0));
  expect(places, 'first the thanks and the goal, then sharing, then giving again').toEqual(
    places.toSorted((a, b) => a - b),
  );
  await page.getByRole('button', { name: 'Картинка для сторис' }).click();
  const pictures = page.getByRole('region', { name: 'Картинка, чтобы поделиться' });
  const story = pictures.getByRole('img', { name: 'Для сторис' });
  await expect(story).toHaveJSProperty('naturalWidth', 1080);
  await expect(story).toHaveJSProperty('naturalHeight', 1920);
  // The creator's pattern fills the page to its corners, where once only paper was.
  const signs = await story.evaluate((image: HTMLImageElement) => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, -1720);
    return new Set(context?.getImageData(0, 0, 300, 150).data).size;
  });
  expect(signs).toBeGreaterThan(20);
  const post = pictures.getByRole('img', { name: 'Для поста' });
  await expect(post).toHaveJSProperty('naturalWidth', 1200);
  await expect(post).toHaveJSProperty('naturalHeight', 630);
  await expectAccessible(page);

  const saved = page.waitForEvent('download');
  await pictures.getByRole('button', { name: 'Для сторис' }).click();
  expect((await saved).suggestedFilename()).toBe(`opora-${creator.userName}-story.png`);
  const withoutSum = (await story.getAttribute('src')) ?? '';
  await pictures.getByRole('switch', { name: 'Показать сумму' }).click();
  await expect(story).not.toHaveAttribute('src', withoutSum);

  await page.getByRole('link', { name: 'Поддержать ещё раз' }).click();
  await expect(giveButton(page)).toContainText(donor.sumPattern(donation.sum));
  await expect(page.getByLabel('Ваше имя')).toHaveValue(donation.name);
});

test('the largest donor is in the top list after a reload', async ({ page, giver, creator }) => {
  const donation = await giver.begin();
  await payBy(page, cards.withoutCode);
  await expectThanks(page, donation);
  await page.goto(`/${creator.userName}`);
  const top = page.getByRole('region', { name: 'Топ поддержки' }).getByRole('listitem');
  await expect(top).toHaveCount(1);
  await expect(top).toContainText(donation.name);
  await expect(top).toContainText(donor.sumPattern(donation.sum));
});

test('a donation can be made with the keyboard alone', { tag: ['@verdict', '@desktop'] }, async ({ page, creator }) => {
  const donation = newDonation();
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
  await page.keyboard.type(String(donation.sum));
  await walkTo(page.getByLabel('Сообщение автору'));
  await page.keyboard.type(donation.message);
  await walkTo(page.getByLabel('Ваше имя'));
  await page.keyboard.type(donation.name);
  await walkTo(giveButton(page));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Номер карты')).toBeFocused();
  await page.keyboard.type('8600000000000106');
  await expect(page.getByLabel('Срок действия')).toBeFocused();
  await page.keyboard.type('1239');
  await walkTo(payButton(page));
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(donor.rightCode);
  await expectThanks(page, donation);
});

test('a remembered card pays again, and is deleted unless the removal is undone', { tag: '@verdict' }, async ({
  page,
  creator: { userName },
}) => {
  const first = newDonation();
  const second = newDonation();
  await beginDonation(page, userName, first);
  await donor.writeCard(page, cards.withCode);
  await page.getByLabel('Запомнить карту в этом браузере').check();
  await donor.expectNoSecretsStored(page, cards.withCode);
  await payButton(page).click();
  await codeField(page).fill('12345');
  await donor.expectNoSecretsStored(page, cards.withCode);
  await codeField(page).fill(donor.rightCode);
  await expectThanks(page, first);
  expect(await donor.storedText(page)).toContain('savedCards');

  await beginDonation(page, userName, second);
  const saved = page.getByRole('radio', { name: /0106/ });
  await expect(saved).toBeChecked();
  await expectAccessible(page, '#donation');
  await payButton(page).click();
  await codeField(page).fill(donor.rightCode);
  await expectThanks(page, second);
  await donor.expectNoSecretsStored(page, cards.withCode);

  await beginDonation(page, userName, newDonation());
  await page.getByRole('button', { name: 'Забыть карту 0106' }).click();
  await expect(page.getByLabel('Номер карты')).toBeVisible();
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await expect(saved).toBeChecked();
  await page.getByRole('button', { name: 'Забыть карту 0106' }).click();
  await page.reload();
  await expect(page.getByLabel('Номер карты')).toBeVisible();
  await expect(saved).toHaveCount(0);
  expect(await donor.storedText(page)).not.toContain('0106');
});

test('a reload and the back button during a payment lead back to the same payment', async ({ page, giver }) => {
  await page.goto('/');
  const donation = await giver.begin();
  await page.reload();
  await expect(payButton(page)).toContainText(donor.sumPattern(donation.sum));
  await payBy(page, cards.withCode);
  await expect(codeField(page)).toBeVisible();
  await page.reload();
  await expect(codeField(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Опора для тех, кто создаёт');
  await page.goForward();
  await expect(codeField(page)).toBeVisible();
  await expect(page.getByText(donation.message)).toBeVisible();
  await codeField(page).fill(donor.rightCode);
  await expectThanks(page, donation);
  // Going back from the thanks page leads to an empty form, not to the finished payment.
  await page.goBack();
  await expect(giveButton(page)).toBeVisible();
  await expect(page.getByLabel('Сообщение автору')).toHaveValue('');
  expect(await giver.books(donation)).toHaveLength(1);
  expect(await giver.charges(donation)).toBe(1);
});

test('of two tabs with one donation only one pays, and the other shows it', { tag: '@verdict' }, async ({
  page,
  giver,
  creator: { userName },
}) => {
  const donation = await giver.begin();
  await payBy(page, cards.withCode);
  await expect(codeField(page)).toBeVisible();
  const second = await page.context().newPage();
  await second.goto(`/${userName}`);
  await expect(second.getByText('Платёж открыт в другой вкладке')).toBeVisible();
  await expect(second.getByText(donor.sumPattern(donation.sum))).toBeVisible();
  await expectAccessible(second, '#donation');
  await second.getByRole('button', { name: 'Продолжить здесь' }).click();
  await expect(codeField(second)).toBeVisible();
  await expect(codeField(page)).toHaveCount(0);
  await codeField(second).fill(donor.rightCode);
  await expectThanks(second, donation);
  await expect(page.getByText(/Донат на .+ оплачен/)).toBeVisible();
  expect(await giver.books(donation)).toHaveLength(1);
  expect(await giver.charges(donation)).toBe(1);
});

test('a double tap on any button makes one donation and one charge', async ({ page, giver, creator }) => {
  const donation = newDonation();
  await page.goto(`/${creator.userName}`);
  await donor.writeDonation(page, donation);
  await giveButton(page).dblclick();
  await donor.writeCard(page, cards.withoutCode);
  await payButton(page).dblclick();
  await expectThanks(page, donation);
  expect(await giver.books(donation)).toHaveLength(1);
  expect(await giver.charges(donation)).toBe(1);
  expect((await creator.call('GET', 'Donate/My')).items).toHaveLength(1);
});
