import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { joins } from '#test/e2e/support/members.ts';
import { enter, press, registeredCreator } from '#test/e2e/support/people.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

// The staff's tokens are put in place on a page without the product's head; a level without a name is refused.
test.use({ expectedTroubles: [/status of (404 .*favicon|400 .*Membership)/] });

test('a creator makes levels, changes, orders and removes them', { tag: '@verdict' }, async ({ page, request }) => {
  const creator = await registeredCreator(request);
  await enter(page, creator, '/profile/members');
  await page.getByRole('link', { name: 'Придумать уровни' }).click();
  await press(page, 'Добавить уровень');
  await press(page, 'Сохранить');
  await expect(page.getByLabel('Название')).toBeFocused();
  const write = async (name: string, amount: string) => {
    await page.getByLabel('Название').fill(name);
    await page.getByLabel('Сколько в месяц').fill(amount);
    await page.getByLabel(/Что получает подписчик/).fill('Спасибо по имени\nЗакрытый чат');
    await press(page, 'Сохранить');
  };
  await write('Слушатель', '25000');
  const levels = page.getByRole('list', { name: 'Уровни' });
  await expect(levels).toContainText(/25\s000 сум в месяц/);
  await press(page, 'Добавить уровень');
  await expectAccessible(page, 'main');
  await page.getByLabel('Скидка на мерч, %').fill('95');
  await write('Друг', '50000');
  await expect(page.getByText('Целое число от 0 до 90')).toBeVisible();
  await page.getByLabel('Скидка на мерч, %').fill('15');
  await press(page, 'Сохранить');
  await expect(levels.getByText('Скидка 15 % на мерч')).toBeVisible();
  await noHorizontalScroll(page);

  // The new order shows before the server has it.
  const ordered = page.waitForResponse('**/api/Membership/LevelOrder');
  await page.getByRole('button', { name: 'Переставить: Друг' }).press('ArrowUp');
  await expect(levels.getByRole('listitem').first()).toContainText('Друг');
  await ordered;
  await page.reload();
  await expect(levels.getByRole('listitem').first()).toContainText('Друг');
  await levels.getByRole('button', { name: 'Изменить' }).first().click();
  await write('Близкий друг', '60000');
  await expect(levels.getByRole('listitem').first()).toContainText(/Близкий друг.*60\s000/);
  await levels.getByRole('button', { name: 'Убрать' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Убрать' }).click();
  await expect(levels).not.toContainText('Близкий друг');
});

test('a creator sees his members and what they bring, and saves them as a table', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const creator = await registeredCreator(request);
  await joins(request, sandboxUrl, creator.userName, { name: 'Азиз' });
  await joins(request, sandboxUrl, creator.userName, { name: 'Мадина' });
  await enter(page, creator, '/profile/members');
  const members = page.getByRole('table', { name: 'Подписчики' });
  await expect(members.getByText('Азиз')).toBeVisible();
  await expect(page.getByText(/60\s000 сум/).first()).toBeVisible();
  await expect(page.getByRole('img', { name: 'Доход по месяцам' })).toBeVisible();
  const months = page.getByRole('figure').locator('[data-short] > span');
  await expect(months).toHaveCount(4);
  const years = await months.locator('small').allTextContents();
  expect(years, 'each year once').toEqual([...new Set(years)]);
  await page.getByRole('link', { name: 'Пришли и ушли' }).click();
  await expect(page).toHaveURL(/show=moves/);
  await expectAccessible(page, 'main');

  const saving = page.waitForEvent('download');
  await press(page, 'Скачать CSV');
  const table = await readFile(await (await saving).path(), 'utf8');
  expect(table).toContain('Азиз');
  expect(table).toContain('Мадина');
  await page.getByRole('link', { name: 'Закончилась' }).click();
  await expect(page.getByText('Закончившихся подписок нет')).toBeVisible();

  await page.goto('/profile/statistics');
  await expect(page.getByText(/Разово\s0\sсум\s*Ежемесячно\s60\s000\sсум/)).toBeVisible();
  const chart = page.getByRole('figure', { name: 'Сумма по дням' });
  await expect(chart).toContainText('РазовоЕжемесячно');
  await page.getByRole('button', { name: 'Средний донат' }).click();
  await expect(page.getByText('РазовоЕжемесячно')).toHaveCount(0);
  await noHorizontalScroll(page);
  await expectAccessible(page, 'main');
});

test('a creator writes to his members, who read it and may mute him, and the staff removes it', {
  tag: '@verdict',
}, async ({ page, request, sandboxUrl, newWindow }) => {
  const creator = await registeredCreator(request);
  const message = page.getByRole('textbox', { name: 'Сообщение' });
  await enter(page, creator, '/profile/members/messages');
  await expect(page.getByText('Пока писать некому')).toBeVisible();
  const member = await joins(request, sandboxUrl, creator.userName, { name: 'Азиз' });
  await page.reload();
  await press(page, 'Отправить');
  await expect(message).toBeFocused();
  await expect(page.getByText('Заполните поле')).toBeVisible();
  const text = `Завтра стрим в восемь <b>${creator.userName}</b>`;
  await message.fill(text);
  await expect(page.getByText('Заполните поле')).toBeHidden();
  await expectAccessible(page, 'main');
  await press(page, 'Отправить');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('получит 1 подписчик');
  await dialog.getByRole('button', { name: 'Отправить' }).click();
  await expect(page.getByRole('list', { name: 'Отправленные сообщения' })).toContainText(text);
  await expect(page.getByText('Сегодня вы уже написали.')).toBeVisible();
  await expect(message).toHaveCount(0);
  await expectAccessible(page, 'main');

  const own = await newWindow();
  await enter(own, member, '/memberships');
  const received = own.getByRole('region', { name: 'Сообщения авторов' });
  await expect(received).toContainText(text);
  await expectAccessible(own, 'main');
  await own.getByLabel('Получать сообщения и посты автора').uncheck();
  await expect(received).toHaveCount(0);
  await own.getByLabel('Получать сообщения и посты автора').check();
  await expect(received).toContainText(text);

  const staff = await newWindow();
  await enterAsStaff(staff, 'moderator');
  await staff.goto('/admin/memberships/messages');
  const row = staff.getByRole('row').filter({ hasText: creator.userName });
  await expect(row).toContainText(text);
  await expectAccessible(staff, 'main');
  await row.getByRole('button', { name: 'Убрать' }).click();
  await staff.getByRole('dialog').getByLabel('Причина').fill('Чужая реклама');
  await staff.getByRole('dialog').getByRole('button', { name: 'Убрать' }).click();
  await expect(row).toContainText('Убрано');
  await own.reload();
  await expect(own.getByRole('heading', { name: 'Моя поддержка' })).toBeVisible();
  await expect(received).toHaveCount(0);
});

test('the staff comes from a payment to monthly support and stops it with a reason; its donor sees that', async ({
  page,
  request,
  sandboxUrl,
  newWindow,
}) => {
  const creator = await registeredCreator(request);
  const donor = await joins(request, sandboxUrl, creator.userName, { name: 'Азиз' });
  await enterAsStaff(page, 'moderator');
  await page.goto('/admin/payments?state=paid&kind=donation');
  const paid = page.getByRole('row').filter({ hasText: creator.userName });
  await paid.getByRole('link', { name: '1-й месяц подписки' }).click();
  await expect(page.getByRole('row').filter({ hasText: creator.userName })).toBeVisible();
  await page.getByRole('link', { name: 'Доход', exact: true }).click();
  await expect(page.getByRole('img', { name: 'Доход по месяцам' })).toBeVisible();
  await expectAccessible(page, 'main');
  await noHorizontalScroll(page);
  // A place that was mistyped is the beginning of the list.
  await page.goto('/admin/memberships?state=Active&after=17');
  const row = page.getByRole('row').filter({ hasText: creator.userName });
  await expect(row).toBeVisible();
  await expect(page.getByRole('link', { name: 'К началу' })).toHaveCount(0);
  await expectAccessible(page, 'main');
  await row.getByRole('button', { name: 'Остановить' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = () => dialog.getByRole('button', { name: 'Остановить' }).click();
  await confirm();
  await expect(dialog).toContainText('Напишите причину');
  await dialog.getByRole('button', { name: 'Отмена' }).click();
  await expect(row).not.toContainText('Проверьте введённые данные');
  await row.getByRole('button', { name: 'Остановить' }).click();
  await expect(dialog).not.toContainText('Напишите причину');
  await dialog.getByLabel('Причина').fill('По письму донора');
  await confirm();
  await expect(row).toHaveCount(0);
  await page.getByRole('link', { name: 'Закончилась' }).click();
  await expect(row).toBeVisible();

  const own = await newWindow();
  await enter(own, donor, '/memberships');
  await expect(own.getByText('Поддержку остановили сотрудники сайта. Больше ничего не спишем.')).toBeVisible();
  await expectAccessible(own, 'main');
});

test('staff charge a refused month again after a question, and learn what came of it', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const creator = await registeredCreator(request);
  await joins(request, sandboxUrl, creator.userName, { name: 'Азиз' });
  await enterAsStaff(page, 'moderator');
  // As if the second month of this membership had been refused.
  const world = { isCharged: false };
  await page.route('**/api/Moderator/Memberships?*', async (route) => {
    const address = new URL(route.request().url());
    const wanted = address.searchParams.get('State');
    address.searchParams.set('State', 'Active');
    const response = await route.fetch({ url: address.href });
    const { data, ...rest } = Object.assign({ data: { items: [] } }, await response.json());
    const items: { creatorName: string; months: number }[] = data.items;
    const refused = { state: 'Overdue', tries: 1, refusal: 'InsufficientFunds' };
    const shown = items
      .filter(({ creatorName }) => creatorName === creator.userName)
      .map((one) => (world.isCharged ? { ...one, months: one.months + 1 } : { ...one, ...refused }));
    const listed = wanted === (world.isCharged ? 'Active' : 'Overdue') ? shown : [];
    await route.fulfill({ response, json: { ...rest, data: { items: listed, count: listed.length, next: null } } });
  });
  const asked: string[] = [];
  await page.route('**/api/Moderator/RetryMembership', async (route) => {
    asked.push(route.request().postData() ?? '');
    world.isCharged = true;
    await route.fulfill({ json: { success: true, data: {} } });
  });
  await page.goto('/admin/memberships?state=Overdue');
  const row = page.getByRole('row').filter({ hasText: creator.userName });
  await row.getByRole('button', { name: 'Списать ещё раз' }).click();
  const dialog = page.getByRole('dialog', { name: /^Списать 30\s000 сум\?$/ });
  await expect(dialog).toContainText(creator.userName);
  await expectAccessible(page, 'main');
  await dialog.getByRole('button', { name: 'Отмена' }).click();
  await expect(row.getByRole('button', { name: 'Списать ещё раз' })).toBeFocused();
  expect(asked).toEqual([]);
  await row.getByRole('button', { name: 'Списать ещё раз' }).click();
  await dialog.getByRole('button', { name: 'Списать' }).click();
  const said = page.getByRole('status').filter({ hasText: creator.userName });
  await expect(said).toContainText(/Списываем 30\s000 сум/);
  await expect(row).toHaveCount(0);
  await expect(said).toBeFocused();
  await expect(said).toContainText(/Списали 30\s000 сум/, { timeout: 10_000 });
  expect(asked).toHaveLength(1);
});
