import type { Page } from '@playwright/test';
import { openCabinet, openSections } from '#test/e2e/support/cabinet.ts';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, expectUncovered, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { layoutShift } from '#test/e2e/support/layout-shift.ts';
import { press } from '#test/e2e/support/people.ts';
import { takeAway } from '#test/e2e/support/take-away.ts';
import { chooseReward, lateForReward, offerReward, payReward, takeReward } from '#test/e2e/support/taken-reward.ts';

test.use({ expectedTroubles: [/status of (400|409) .*\/api\/Reward\/(Save|Give)/] });

const own = (page: Page) => page.getByTestId('own-reward');
const given = (page: Page) => page.getByLabel('Что получит донатер');
const price = (page: Page) => page.getByLabel('От какой суммы');
const stock = (page: Page) => page.getByLabel('Сколько всего');
const rows = (page: Page) => page.getByRole('table', { name: 'Кому что отдать' }).locator('tbody tr');
const markButton = (page: Page) => page.getByRole('button', { name: 'Отметить отданными' });
const pick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Выбрать: ${name}, ` }).check();
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Какие награды' }).getByRole('link', { name });

test('a creator offers a reward, after mistakes, and changes it in two tabs', async ({ page }) => {
  await openCabinet(page, '/profile');
  await openSections(page);
  await page.getByRole('navigation', { name: 'Разделы профиля' }).getByRole('link', { name: 'Награды' }).click();
  await expect(page.getByText('Наград пока нет')).toBeVisible();
  await press(page, 'Добавить награду');
  await expect(given(page)).toBeFocused();
  let sent = 0;
  page.on('request', (asked) => {
    if (asked.url().endsWith('/api/Reward/Save')) sent += 1;
  });
  await price(page).fill('1,5');
  await stock(page).fill('0');
  await press(page, 'Предложить награду');
  await expect(given(page)).toHaveAccessibleDescription('Заполните поле');
  await expect(price(page)).toHaveAccessibleDescription(/^Минимальная сумма от /);
  await expect(stock(page)).toHaveAccessibleDescription('Не меньше 1');
  await price(page).fill('1234567890123456789');
  await stock(page).fill('1234567890123456789');
  await press(page, 'Предложить награду');
  for (const field of [price(page), stock(page)])
    await expect(field).toHaveAccessibleDescription(/^Значение не должно превышать /);
  expect(sent, 'calls of a form with faults').toBe(0);
  await price(page).fill('5000.5x');
  await stock(page).fill('1.5');
  await press(page, 'Предложить награду');
  await expect(given(page)).toHaveAccessibleDescription('Заполните поле');
  await expect(price(page)).toHaveAccessibleDescription('Укажите сумму числом');
  await expect(stock(page)).toHaveAccessibleDescription('Нужно целое число');
  await expect(given(page)).toBeFocused();
  await expectAccessible(page);
  expect(await foreignWords(page)).toEqual([]);

  await given(page).fill('Имя в титрах');
  await price(page).fill('5000.5');
  await stock(page).fill('0');
  await press(page, 'Предложить награду');
  await expect(stock(page)).toBeFocused();
  await stock(page).fill('3');
  await press(page, 'Предложить награду');
  await expect(own(page)).toContainText(/Имя в титрах.*Открыта · от 5\s000,50 сум.*Взяли 0 из 3/);
  await expect(page.getByText('Награда добавлена')).toBeFocused();
  await expectAccessible(page);

  const second = await page.context().newPage();
  await second.goto('/profile/rewards');
  await press(page, 'Изменить');
  await given(page).fill('Имя в титрах эфира');
  await press(second, 'Изменить');
  await price(second).fill('20000');
  await stock(second).fill('');
  await press(second, 'Сохранить');
  await expect(own(second)).toContainText(/от 20\s000 сум.*Взяли 0, без ограничения/);
  await press(page, 'Сохранить');
  await expect(page.getByText(/^Пока вы правили, награда изменилась/)).toBeVisible();
  await press(page, 'Сохранить');
  await expect(own(page)).toContainText(/Имя в титрах эфира.*от 5\s000,50 сум.*Взяли 0 из 3/);

  await second.reload();
  await press(page, 'Изменить');
  await stock(page).fill('5');
  await press(second, 'Изменить');
  await stock(second).fill('7');
  await press(second, 'Сохранить');
  await expect(own(second)).toContainText('Взяли 0 из 7');
  await press(page, 'Сохранить');
  await expect(page.getByText(/^Пока вы правили, награда изменилась/)).toBeVisible();
  await press(page, 'Сохранить');
  await expect(own(page)).toContainText('Взяли 0 из 5');
  await expect(page.getByText('Сохранено')).toBeFocused();
  await expect(page.getByText('Награда добавлена')).toHaveCount(0);
  await press(page, 'Закрыть награду');
  await expect(page.getByText(/Сейчас её оплачивают/)).toHaveCount(0);
  await press(page, 'Точно закрыть');
  await expect(own(page)).toContainText('Закрыта');
  await expect(page.getByRole('button', { name: 'Изменить' })).toHaveCount(0);
});

test('what is chosen stays, and the stock does not fall below what is taken or being paid', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const { creator } = await openCabinet(page, '/profile/rewards');
  const chosen = await offerReward(creator, { stock: 3 });
  const scene = { request, sandboxUrl, creator };
  await takeReward(scene, chosen, { sum: 10_001, name: 'Анна' });
  const unpaid = await chooseReward(request, creator, chosen, { sum: 10_002, name: 'Борис' });
  await page.reload();
  await expect(own(page)).toContainText('Взяли 1 из 3, сейчас оплачивают 1');
  await expect(own(page)).toContainText('Эту награду уже выбирали: изменить можно только количество');
  await press(page, 'Изменить');
  await expect(given(page)).not.toBeEditable();
  await expect(given(page)).toHaveAccessibleDescription('Эту награду уже выбирали: текст изменить нельзя');
  await expect(price(page)).not.toBeEditable();
  await stock(page).fill('1');
  await press(page, 'Сохранить');
  await expect(stock(page)).toHaveAccessibleDescription('Больше наград уже взяли или сейчас оплачивают');
  await expectAccessible(page);
  await stock(page).fill('2');
  await press(page, 'Сохранить');
  await expect(own(page)).toContainText('Взяли 1 из 2, сейчас оплачивают 1');
  await press(page, 'Закрыть награду');
  await expect(page.getByRole('button', { name: 'Оставить' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Оставить' })).toHaveAccessibleDescription(
    'Сейчас её оплачивают: 1. Кто успеет, получит.',
  );
  await expectAccessible(page);
  await press(page, 'Оставить');
  await payReward(scene, unpaid);
  await expect(own(page)).toContainText(/Разобрано.*Взяли 2 из 2/);
  await expect(own(page).locator('[data-look="over"]')).toHaveText('Разобрано');
});

test('a creator marks what was given, takes it back, and owes nothing for money that went back', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const { creator } = await openCabinet(page, '/profile/rewards');
  const scene = { request, sandboxUrl, creator };
  const refunded = donor.newDonation();
  const credits = await offerReward(creator);
  const card = await offerReward(creator, { text: 'Открытка', price: 20_000 });
  await takeReward(scene, credits, { sum: 10_001, name: 'Анна', message: 'Напишите «Аня»' });
  await takeReward(scene, card, { sum: 20_001 });
  await takeReward(scene, credits, refunded);
  await page.reload();
  await page.getByRole('link', { name: 'Кому что отдать: 3' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText('Надо отдать 3 награды')).toBeVisible();
  await expect(rows(page).nth(1)).toContainText(/Аноним.*Открытка.*20\s001 сум/);
  await expect(rows(page).nth(2)).toContainText(/Анна.*Имя в титрах.*10\s001 сум.*Напишите «Аня»/);
  await page.reload();
  await expect(rows(page)).toHaveCount(3);
  expect(await layoutShift(page)).toMatchObject({ sum: 0 });
  await expectAccessible(page);
  expect(await foreignWords(page)).toEqual([]);
  const second = await page.context().newPage();
  await second.goto('/profile/rewards/owed');
  await expect(rows(second)).toHaveCount(3);

  await pick(page, 'Анна');
  await pick(page, 'Аноним');
  await expect(page.getByText('Выбраны 2 награды')).toBeVisible();
  await expectUncovered(markButton(page));
  await markButton(page).click();
  await expect(page.getByText('Отмечены отданными: 2.')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(markButton(page)).toBeFocused();
  await expect(page.getByRole('link', { name: 'Кому что отдать: 1' })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Вернуть в список');
  await expect(page.getByText('Возвращены в список: 2.')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Снова отметить' })).toBeFocused();
  await press(page, 'Снова отметить');
  await expect(rows(page)).toHaveCount(1);

  await pick(second, 'Анна');
  await markButton(second).click();
  await expect(second.getByText('Отмечены отданными: 1.')).toBeVisible();
  await expect(rows(second)).toHaveCount(1);
  // What the other tab has marked is not taken back here.
  await expect(second.getByRole('button', { name: 'Вернуть в список' })).toHaveCount(0);

  await view(page, 'Отданы').click();
  await expect(page.getByText('Отданы 2 награды')).toBeVisible();
  await page.getByLabel('Награда').selectOption('Открытка');
  await expect(page.getByText('Отдана 1 награда')).toBeVisible();
  await expect(page).toHaveURL(/state=given&reward=/);
  await pick(page, 'Аноним');
  await press(page, 'Вернуть в список');
  await expect(page.getByText('Возвращены в список: 1.')).toBeVisible();
  await expect(page.getByText('Отданных наград пока нет')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Показать все награды' }).click();
  await expect(rows(page)).toHaveCount(1);

  await donor.refundThere(request, sandboxUrl, refunded);
  await expect.poll(async () => (await creator.call('GET', 'Reward/Owed')).count).toBe(1);
  await pick(second, refunded.name);
  await markButton(second).click();
  await expect(second.getByText('Отмечены отданными: 0. Деньги вернули донатеру: 1.')).toBeVisible();
  await expect(rows(second)).toHaveCount(1);
  await expect(rows(second)).toContainText('Аноним');
  await view(page, 'Все').click();
  await expect(page.getByText('Взяли 2 награды')).toBeVisible();
  await expect(view(page, 'Все')).toBeFocused();
  await page.goBack();
  await expect(page.getByText('Отдана 1 награда')).toBeVisible();
  await expect(view(page, 'Отданы')).toHaveAttribute('aria-current', 'page');
  await expect(view(page, 'Отданы')).toBeFocused();
});

test('a creator sees who paid when no piece was left, and gives one that is free again', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const { creator } = await openCabinet(page, '/profile/rewards');
  const scene = { request, sandboxUrl, creator };
  const chosen = await offerReward(creator, { stock: 1 });
  await offerReward(creator, { text: 'Никто не брал' });
  const { late, newer } = await lateForReward(request, creator, chosen, 10_001);
  await payReward(scene, newer);
  await payReward(scene, late, 'missed');
  await page.reload();
  await expect(own(page).first()).toContainText('Взяли 1 из 1');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Не досталось: 1' }).click();
  await expect(page.getByText('Не досталась 1 награда')).toBeVisible();
  await expect(page.getByText(/^Они заплатили, когда награды уже не было/)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(/Опоздавший.*Имя в титрах.*10\s001 сум/);
  await expect(page.getByLabel('Награда')).toHaveCount(0);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  expect(await layoutShift(page)).toMatchObject({ sum: 0 });
  await expectAccessible(page);
  expect(await foreignWords(page)).toEqual([]);

  await pick(page, 'Опоздавший');
  await markButton(page).click();
  await expect(
    page.getByText('Свободных меньше, чем вы выбрали: «Имя в титрах». Ничего не отмечено', { exact: true }),
  ).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await creator.call('POST', 'Reward/Save', {
    rewardId: chosen.id,
    revision: chosen.revision,
    seenStock: 1,
    text: 'Имя в титрах',
    price: 10_000,
    stock: 2,
  });
  await markButton(page).click();
  await expect(page.getByText('Отмечены отданными: 1.')).toBeVisible();
  await expect(page.getByText('Никто не остался без награды')).toBeVisible();
  await press(page, 'Вернуть в список');
  await expect(rows(page)).toHaveCount(1);
  await press(page, 'Снова отметить');
  await expect(page.getByText('Никто не остался без награды')).toBeVisible();
  await expectAccessible(page);
  await view(page, 'Отданы').click();
  await expect(rows(page)).toContainText('Опоздавший');
});

test('the last page of what is owed goes with its rows, and the one before it is shown', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const { creator } = await openCabinet(page, '/profile/rewards/owed');
  await expect(page.getByText('Отдавать пока нечего')).toBeVisible();
  await expectAccessible(page);
  const chosen = await offerReward(creator);
  const scene = { request, sandboxUrl, creator };
  const text = 'Открытка';
  const single = await offerReward(creator, { text, stock: 1 });
  const { late } = await lateForReward(request, creator, single, 10_100);
  await payReward(scene, late, 'missed');
  const { items } = await creator.call('GET', 'Reward/Owed?state=missed');
  const { donationId } = Object.assign({ donationId: '' }, Array.isArray(items) ? items[0] : undefined);
  const { id: rewardId, revision } = single;
  await creator.call('POST', 'Reward/Save', { rewardId, revision, text, price: 10_000, seenStock: 1, stock: 2 });
  await creator.call('POST', 'Reward/Give', { donationIds: [donationId], isGiven: true });
  for (let at = 1; at <= 20; at += 1) await takeReward(scene, chosen, { sum: 10_000 + at, name: 'Анна' });
  // What was missed leaves even the list of all when its piece is taken back.
  await page.goto('/profile/rewards/owed?state=all&page=2');
  await expect(rows(page)).toHaveCount(1);
  await pick(page, 'Опоздавший');
  await press(page, 'Вернуть в список');
  await expect(rows(page)).toHaveCount(20);
  await expect(page.getByText('Взяли 20 наград')).toBeVisible();

  await takeReward(scene, chosen, { sum: 10_021, name: 'Анна' });
  await page.goto('/profile/rewards/owed?page=2');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Выбрать все на странице' }).check();
  await markButton(page).click();
  await expect(rows(page)).toHaveCount(20);
  await expect(page.getByText('Надо отдать 20 наград')).toBeVisible();
  await expect(markButton(page)).toBeFocused();
  await press(page, 'Вернуть в список');
  await expect(page.getByText('Надо отдать 21 награду')).toBeVisible();
});

test('a moderator takes an insulting reward away, and its creator reads why', async ({ page, newWindow }) => {
  const { creator } = await openCabinet(page, '/profile/rewards');
  await offerReward(creator, { text: 'Назову лишнего', stock: 4 });
  await offerReward(creator, { text: 'Назову друга', stock: 4 });
  const staff = await newWindow();
  await takeAway(staff, creator, { table: 'Награды', taken: 'Убрана' });
  await expect(
    staff
      .getByRole('table', { name: 'Награды' })
      .getByText(/^10\s000\sсум$/)
      .first(),
  ).toBeVisible();
  await page.reload();
  await expect(own(page).filter({ hasText: 'Назову лишнего' })).toContainText(
    'Убрал модератор: Оскорбление: <b>зритель</b>',
  );
});
