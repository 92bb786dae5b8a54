import type { Page } from '@playwright/test';
import { openCabinet, openSections } from '#test/e2e/support/cabinet.ts';
import { endDraw, enterDraw, makeDraw, missAnswer } from '#test/e2e/support/draws.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { layoutShift } from '#test/e2e/support/layout-shift.ts';
import { press, registered } from '#test/e2e/support/people.ts';
import { takeAway } from '#test/e2e/support/take-away.ts';

test.use({ expectedTroubles: [/status of (400|409) .*\/api\/Draw\/(Make|Cancel|Hold)/] });

const own = (page: Page) => page.getByTestId('own-draw');
const prize = (page: Page) => page.getByLabel('Приз', { exact: true });
const sum = (page: Page) => page.getByLabel('Донат от какой суммы участвует');
const winners = (page: Page) => page.getByLabel('Сколько победителей');
const end = (page: Page) => page.getByLabel('Когда закончится');
const day = (page: Page) => page.getByLabel('С какого дня', { exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const places = (page: Page) => page.getByRole('list', { name: 'Победители' }).getByRole('listitem');

test('a creator announces a draw, after mistakes, and calls it off with a reason', async ({ page, newWindow }) => {
  await openCabinet(page, '/profile');
  await openSections(page);
  await page.getByRole('navigation', { name: 'Разделы профиля' }).getByRole('link', { name: 'Розыгрыши' }).click();
  await expect(page.getByText('Розыгрышей пока нет')).toBeVisible();
  await press(page, 'Объявить розыгрыш');
  await expect(prize(page)).toBeFocused();
  let sent = 0;
  page.on('request', (asked) => {
    if (asked.url().endsWith('/api/Draw/Make')) sent += 1;
  });
  await sum(page).fill('1');
  await winners(page).fill('51');
  await end(page).selectOption('Через 3 часа');
  await page.getByText('Засчитать и прежние донаты').click();
  await press(page, 'Объявить розыгрыш');
  await expect(prize(page)).toHaveAccessibleDescription('Заполните поле');
  await expect(prize(page)).toBeFocused();
  await expect(sum(page)).toHaveAccessibleDescription(/^Минимальная сумма от /);
  await expect(winners(page)).toHaveAccessibleDescription('Значение не должно превышать 50');
  await expect(day(page)).toHaveAccessibleDescription(/^Укажите день от /);
  await expect(end(page)).toHaveAccessibleDescription('С прежними донатами розыгрыш идёт не меньше суток');
  await prize(page).fill('ш'.repeat(121));
  await sum(page).fill('много');
  await winners(page).fill('1.5');
  await day(page).fill('01.01.2020');
  await press(page, 'Объявить розыгрыш');
  await expect(prize(page)).toHaveAccessibleDescription('Максимальная длинна текста 120 символов');
  await expect(sum(page)).toHaveAccessibleDescription('Укажите сумму числом');
  await expect(winners(page)).toHaveAccessibleDescription('Нужно целое число');
  await expect(day(page)).toHaveAccessibleDescription(/^Укажите день от /);
  await expect(day(page)).toHaveValue('01.01.2020');
  expect(sent, 'calls of a form with faults').toBe(0);
  await expectAccessible(page);
  expect(await foreignWords(page)).toEqual([]);

  await prize(page).fill('Футболка с автографом');
  await sum(page).fill('10000.5');
  await winners(page).fill('2');
  await press(page, 'Объявить розыгрыш');
  await expect(end(page)).toBeFocused();
  await end(page).selectOption('Через сутки');
  await press(page, 'Объявить розыгрыш');
  await expect(day(page)).toBeFocused();
  expect(sent, 'a day that is none is not sent as no day').toBe(0);
  await page.getByText('Засчитать и прежние донаты').click();
  await press(page, 'Объявить розыгрыш');
  await expect(page.getByText('Розыгрыш объявлен')).toBeFocused();
  await expect(own(page)).toContainText(
    /Футболка с автографом.*Идёт.*Участников: 0.*Победителей: 2 · донат от 10\s000,50/,
  );
  await expectAccessible(page);
  await noHorizontalScroll(page);

  const address = await page.getByRole('link', { name: 'Страница розыгрыша' }).getAttribute('href');
  await press(page, 'Отменить розыгрыш');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Отменить розыгрыш' }).click();
  await expect(dialog.getByLabel('Причина')).toHaveAccessibleDescription(/Напишите причину/);
  await dialog.getByLabel('Причина').fill('Футболку <b>порвал</b> кот');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Отменить розыгрыш' }).click();
  await expect(page.getByText('Розыгрыш отменён', { exact: true })).toBeFocused();
  await expect(own(page)).toContainText('Вы отменили: Футболку <b>порвал</b> кот');
  await expect(page.getByRole('button', { name: 'Отменить розыгрыш' })).toHaveCount(0);
  const guest = await newWindow();
  await guest.goto(address ?? '');
  await expect(guest.getByText('Автор отменил розыгрыш: Футболку <b>порвал</b> кот')).toBeVisible();
  await expectAccessible(guest);
});

test('a creator holds a draw, gives a prize, takes that back, and passes it on', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const { creator } = await openCabinet(page, '/profile/draws');
  const drawId = await makeDraw(creator);
  const scene = { request, sandboxUrl, creator };
  const people = [await registered(request), await registered(request)];
  for (const [at, person] of people.entries()) {
    await enterDraw(scene, drawId, { ...person, name: at === 0 ? 'Анна' : 'Борис' });
  }
  await page.reload();
  await expect(own(page)).toContainText('Участников: 2');
  await endDraw(drawId, 1);
  await page.reload();
  await expect(own(page)).toContainText('Пора провести');
  await expect(own(page)).toContainText(/Можно через \d+ секунд/);
  const hold = page.getByRole('button', { name: 'Провести розыгрыш' });
  await expect(hold).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await endDraw(drawId);
  await page.reload();
  await hold.click();
  await expect(page.getByText('Розыгрыш проведён')).toBeFocused();
  await expect(places(page)).toHaveCount(1);
  await expect(places(page)).toContainText(/^1\. (Анна|Борис).*Ещё не ответил/);
  await expectAccessible(page);
  expect(await foreignWords(page)).toEqual([]);

  const give = button(page, /^Отметить, что приз отдан, место 1, (Анна|Борис)$/);
  const takeBack = button(page, /^Всё-таки не отдан, место 1, (Анна|Борис)$/);
  const pass = button(page, /^Передать дальше, место 1, (Анна|Борис)$/);
  await give.click();
  await expect(takeBack).toBeFocused();
  await expect(places(page)).toContainText('Приз отдан');
  await takeBack.click();
  await expect(give).toBeFocused();
  await expect(pass).toHaveCount(0);
  await missAnswer(drawId);
  await page.reload();
  await expect(places(page)).toHaveCount(1);
  expect(await layoutShift(page)).toMatchObject({ sum: 0 });
  await give.click();
  await expect(takeBack).toBeFocused();
  await expect(pass).toHaveCount(0);
  await takeBack.click();
  await pass.click();
  await expect(button(page, 'Подождать ещё')).toHaveAccessibleDescription(/её увидят все/);
  await expectAccessible(page);
  await press(page, 'Точно передать');
  await expect(page.getByText('Приз передан дальше, на место 2')).toBeFocused();
  await expect(places(page)).toHaveCount(2);
  await expect(places(page).first()).toContainText(/^1\. (Анна|Борис)\s*Приз передан дальше$/);
  await expect(places(page).last()).toContainText(/2\. (Анна|Борис).*Ещё не ответил/);
  await expectAccessible(page);
  await noHorizontalScroll(page);

  // One of them has the place now; the page stays open.
  for (const { token } of people) {
    const headers = { authorization: `Bearer ${token}` };
    await request.post('/api/Draw/Answer', { headers, data: { drawId, answer: 'Ташкент, <b>Чорсу</b>' } });
  }
  await expect(places(page).last()).toContainText('Ташкент, <b>Чорсу</b>');
  await expect(page.getByText('Приз передан дальше, на место 2')).toBeFocused();
});

test('what is typed into the question of a draw stays when its time runs out', async ({ page }) => {
  const { creator } = await openCabinet(page, '/profile/draws');
  const drawId = await makeDraw(creator);
  await page.reload();
  await press(page, 'Отменить розыгрыш');
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByLabel('Причина');
  await reason.fill('Приз потерялся');
  await endDraw(drawId, 1);
  await expect(own(page)).toContainText('Пора провести');
  await expect(reason).toBeFocused();
  await dialog.getByRole('button', { name: 'Отменить розыгрыш' }).click();
  await expect(reason).toHaveAccessibleDescription(/Розыгрыш уже не идёт, отменить его нельзя/);
  await expect(reason).toHaveValue('Приз потерялся');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Отмена' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Футболка' })).toBeFocused();
  await expect(button(page, 'Отменить розыгрыш')).toHaveCount(0);
});

test('a moderator takes an insulting draw away, and its creator reads why', async ({ page, newWindow }) => {
  const { creator } = await openCabinet(page, '/profile/draws');
  await makeDraw(creator, { text: 'Назову лишнего' });
  const staff = await newWindow();
  await takeAway(staff, creator, { table: 'Розыгрыши', taken: 'Убран' });
  await page.reload();
  await expect(own(page)).toContainText('Убрал модератор: Оскорбление: <b>зритель</b>');
  await expect(own(page).getByRole('link')).toHaveCount(0);
});
