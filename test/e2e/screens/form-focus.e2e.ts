import type { APIRequestContext, Page } from '@playwright/test';
import { openCabinet } from '#test/e2e/support/cabinet.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { creatorWithDonations } from '#test/e2e/support/paid-creator.ts';
import { dataOf, fields, press, registered } from '#test/e2e/support/people.ts';
import { enterAsBuyer, lineOf, newSign, openShop } from '#test/e2e/support/shop.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

test.use({ expectedTroubles: [/status of 4\d\d/] });

/** Presses a button by keyboard, as the focus shows what comes of it. */
const enterOn = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');

/** The words of the result have the focus. */
const expectSaid = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: words })).toBeFocused();

/** The labels of buttons whose words are broken inside. */
async function expectWholeWords(page: Page): Promise<void> {
  const broken = await page.evaluate(() => {
    const range = document.createRange();
    const isBroken = (text: Text) =>
      [...text.data.matchAll(/[\p{L}\p{N}]+/gu)].some(({ index, 0: word }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      });
    return [...document.querySelectorAll<HTMLElement>('button, a[class*="button"]')]
      .filter((button) => button.checkVisibility())
      .flatMap((button) => {
        const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
        const texts: Text[] = [];
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
          if (node instanceof Text) texts.push(node);
        return texts.some(isBroken) ? [button.textContent] : [];
      });
  });
  expect(broken, 'labels that are broken inside a word').toEqual([]);
}

test('each refused login leads to the first field at fault', async ({ page }) => {
  await page.goto('/auth');
  for (let times = 0; times < 3; times += 1) {
    await enterOn(page, 'Войти');
    await expect(fields(page).phone).toBeFocused();
  }
  await fields(page).phone.fill('8 90 123 45 67');
  await expect(fields(page).phone).toHaveAccessibleDescription('Уберите 8 или 0 в начале: после +998 в номере 9 цифр');
  await fields(page).phone.fill('90 123 45 67');
  for (let times = 0; times < 2; times += 1) {
    await enterOn(page, 'Войти');
    await expect(fields(page).password).toBeFocused();
  }
  await fields(page).password.fill('не тот пароль');
  for (let times = 0; times < 2; times += 1) {
    const answer = page.waitForResponse('**/api/Identity/Token');
    await enterOn(page, 'Войти');
    await answer;
    await expect(fields(page).password).toBeFocused();
  }
});

test('the profile is refused at the field that lacks something, and says that it is saved', async ({ page }) => {
  await openCabinet(page, '/profile/edit?section=links');
  const telegram = page.getByRole('textbox', { name: 'Telegram' });
  await telegram.fill('@opora');
  for (let times = 0; times < 2; times += 1) {
    await enterOn(page, 'Сохранить');
    await expect(telegram).toBeFocused();
    await expect(telegram).toHaveAccessibleDescription('Нужна ссылка целиком, как https://t.me/имя');
  }
  await telegram.fill('t.me/opora');
  await enterOn(page, 'Сохранить');
  await expect(telegram).toHaveAccessibleDescription('Добавьте https:// в начале');
  await telegram.fill('https://t.me/opora');
  await enterOn(page, 'Сохранить');
  await expectSaid(page, 'Сохранено');
  await expectAccessible(page, 'main');
});

test('settings of the site and a product say that they are saved @desktop', async ({ page }) => {
  await enterAsStaff(page, 'admin');
  await page.goto('/admin/site');
  const telegram = page.getByLabel('Telegram, без @');
  await telegram.fill('https://t.me/opora');
  for (let times = 0; times < 2; times += 1) {
    await enterOn(page, 'Сохранить');
    await expect(telegram).toBeFocused();
    await expect(telegram).toHaveAccessibleDescription(/Имя латиницей, без @ и без ссылки/);
  }
  await telegram.fill(`opora_${String(Date.now())}`);
  await enterOn(page, 'Сохранить');
  await expectSaid(page, 'Сохранено');

  const shop = await openShop(page.request);
  const { id } = await shop.product({ name: `Чашка ${newSign()}`, price: 10_000, stock: 3 });
  await page.goto(`/admin/product/${id}`);
  const stock = page.getByLabel('Сколько штук есть');
  await stock.fill('2000000');
  for (let times = 0; times < 2; times += 1) {
    await enterOn(page, 'Сохранить');
    await expect(stock).toBeFocused();
    await expect(stock).toHaveAccessibleDescription(/не должно превышать 1\s000\s000/);
  }
  await stock.fill('7');
  await enterOn(page, 'Сохранить');
  await expectSaid(page, 'Сохранено');
});

async function askPayouts(request: APIRequestContext, sandboxUrl: string, amounts: readonly number[]) {
  const creator = await creatorWithDonations(request, sandboxUrl);
  const { headers } = creator;
  const [account] = Object.values(await dataOf(await request.get('/api/PersonalAccount/GetAccounts', { headers })));
  const { id: accountId } = Object.assign({ id: '' }, account);
  for (const amount of amounts) {
    const data = { accountId, amount, card: { mask: '8600 •••• •••• 0106' } };
    await dataOf(await request.post('/api/Payout/Request', { data, headers }));
  }
  return creator;
}

test('a payout is refused at its field, marked with a word, and shown as decided elsewhere', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const creator = await askPayouts(request, sandboxUrl, [30_000, 20_000]);
  const token = await enterAsStaff(page, 'admin');
  await page.goto(`/admin/payouts?search=${creator.userName}`);
  const rows = page.getByRole('main').getByRole('row').filter({ hasText: creator.userName });
  await expect(rows).toHaveCount(2);
  await rows.first().getByRole('button', { name: 'Отметить выплату' }).click();
  const dialog = page.getByRole('dialog');
  const number = dialog.getByLabel('Номер перевода в банке');
  for (let times = 0; times < 2; times += 1) {
    await dialog.getByRole('button', { name: 'Деньги переведены' }).press('Enter');
    await expect(number).toBeFocused();
    await expect(number).toHaveAccessibleDescription('Укажите номер перевода');
  }
  await number.fill('7'.repeat(120));
  await expect(number).toHaveValue('7'.repeat(120));
  await expect(number).toHaveAccessibleDescription('Максимальная длинна текста 100 символов');
  await expectAccessible(page);
  await expectWholeWords(page);
  await noHorizontalScroll(page);
  await number.fill('Перевод 501');
  await dialog.getByRole('button', { name: 'Деньги переведены' }).press('Enter');
  await expect(rows).toHaveCount(1);
  await expectSaid(page, 'Выплата отмечена');

  await rows.first().getByRole('button', { name: 'Отметить выплату' }).click();
  const headers = { authorization: `Bearer ${token}` };
  const { items } = await dataOf(
    await request.get(`/api/Payout/List?State=Requested&Search=${creator.userName}`, { headers }),
  );
  const [{ id: payoutId } = { id: '' }] = Object.assign([{ id: '' }], items);
  await dataOf(await request.put('/api/Payout/Pay', { headers, data: { payoutId, reference: 'Другой' } }));
  await number.fill('Перевод 502');
  await dialog.getByRole('button', { name: 'Деньги переведены' }).press('Enter');
  await expect(rows).toHaveCount(0);
  await expectSaid(page, 'Эту заявку уже закрыли без вас');
});

/** Creates a paid order of three pieces over the API; answers its id. */
async function paidOrder(request: APIRequestContext, productId: string): Promise<string> {
  const { token } = await registered(request);
  const headers = { authorization: `Bearer ${token}` };
  const basket = { items: [{ productId, quantity: 3 }], address: 'Ташкент, улица Навои, 12' };
  const { orderId, total } = await dataOf(await request.post('/api/Order/CreateOrder', { headers, data: basket }));
  const data = { orderId, recipientName: 'Малика', recipientPhone: '998901112233', expectedTotal: total };
  const { paymentUrl } = await dataOf(await request.post('/api/Order/CreateOrderPayment', { headers, data }));
  const card = { pan: '8600000000000205', expiry: '1230' };
  await request.patch(String(paymentUrl), { data: { card, payment_system: 'uzcard' } });
  const ask = async () => dataOf(await request.get(`/api/Order/Order?orderId=${String(orderId)}`, { headers }));
  await expect.poll(async () => (await ask()).statusName).toBe('Paid');
  return String(orderId);
}

test('a refund of lines names the fault at the reason, and says that it is accepted', async ({ page }) => {
  const shop = await openShop(page.request);
  const { id } = await shop.product({ name: `Худи ${newSign()}`, price: 120_000 });
  const orderId = await paidOrder(page.request, id);
  await enterAsStaff(page, 'moderator');
  await page.goto(`/admin/order/${orderId}`);
  await page.getByRole('button', { name: 'Вернуть часть товаров' }).click();
  await page.getByRole('checkbox', { name: /Худи/ }).check();
  const pieces = page.getByLabel('Сколько штук');
  await pieces.fill('5');
  await pieces.press('Enter');
  await expect(
    page.getByRole('alert').filter({ hasText: 'Больше в этом заказе не осталось. Поставили 3.' }),
  ).toBeVisible();
  await pieces.fill('1');
  await pieces.press('Enter');
  const reason = page.getByRole('group', { name: 'За что вернуть деньги' }).getByLabel('Причина');
  const question = page.getByRole('dialog');
  await reason.fill('брак '.repeat(120));
  for (let times = 0; times < 2; times += 1) {
    await page.getByRole('button', { name: /^Вернуть 120 000/ }).press('Enter');
    await expect(reason).toBeFocused();
    await expect(reason).toHaveAccessibleDescription('Максимальная длинна текста 500 символов 600 / 500');
    await expect(question).toBeHidden();
  }
  await expectWholeWords(page);
  await expectAccessible(page, 'main');
  await reason.fill('Брак на рукаве');
  await page.getByRole('button', { name: /^Вернуть 120 000/ }).press('Enter');
  await question.getByRole('button', { name: 'Вернуть деньги' }).press('Enter');
  await expectSaid(page, 'Возврат принят');
});

test('a quantity that cannot be taken is changed with a word', async ({ page }) => {
  const shop = await openShop(page.request);
  const sign = newSign();
  const mug = await shop.product({ name: `Кружка ${sign}`, price: 80_000, stock: 5 });
  const poster = await shop.product({ name: `Плакат ${sign}`, price: 50_000 });
  await enterAsBuyer(page, [mug, poster]);
  for (const [product, typed, shown, words] of [
    [mug, '50', '5', 'Есть только 5 штук. Поставили 5.'],
    [poster, '150', '99', 'Больше 99 одинаковых вещей в заказ не положить. Поставили 99.'],
    [mug, '0', '5', 'Количество — целое число от 1. Оставили 5.'],
  ] as const) {
    const count = lineOf(page, product).getByLabel('Сколько штук');
    await count.fill(typed);
    await count.press('Enter');
    await expect(count).toHaveValue(shown);
    await expect(lineOf(page, product).getByRole('alert').filter({ hasText: words })).toBeVisible();
  }
  await expectAccessible(page, 'main');
  await lineOf(page, mug).getByRole('button', { name: 'Меньше' }).press('Enter');
  await expect(lineOf(page, mug).getByLabel('Сколько штук')).toHaveValue('4');
  await expect(page.getByText('Оставили 5.')).toHaveCount(0);
  await press(page, `Убрать: Плакат ${sign}`);
});

test('what a level lacks is said at its fields without asking the server, and goes when it is corrected', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openCabinet(page, '/profile/members/levels');
  await press(page, 'Добавить уровень');
  const name = page.getByLabel('Название');
  const sum = page.getByLabel('Сколько в месяц');
  await enterOn(page, 'Сохранить');
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Заполните поле');
  await expect(sum).toHaveAccessibleDescription('Заполните поле');
  await name.fill('Друг');
  await expect(name).toHaveAccessibleDescription('');
  await sum.fill('много');
  await enterOn(page, 'Сохранить');
  await expect(sum).toBeFocused();
  await expect(sum).toHaveAccessibleDescription('Укажите сумму числом');
  expect(asked.filter((url) => url.includes('CreateLevel'))).toEqual([]);
  await expectAccessible(page, 'main');
});
