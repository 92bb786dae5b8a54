import type { Page } from '@playwright/test';
import { endDraw, enterDraw, makeDraw, missAnswer } from '#test/e2e/support/draws.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { layoutShift } from '#test/e2e/support/layout-shift.ts';
import { enter, menu, press, registered } from '#test/e2e/support/people.ts';

test.use({ expectedTroubles: [/status of (400|404|409) .*\/(draws|api\/Draw)\//] });

const answer = (page: Page) => page.getByLabel('Как передать вам приз?');
const places = (page: Page) => page.getByRole('region', { name: 'Победители' }).getByRole('listitem');

async function openCheck(page: Page): Promise<void> {
  await page.getByText('Проверить самому').click();
  await expect(page.getByText('Отпечаток числа')).toBeVisible();
}

test('a guest comes from the page of a creator, reads the rules and is led to the login', async ({ page, creator }) => {
  const drawId = await makeDraw(creator, { text: 'Кружка', winners: 2 });
  await page.goto(`/${creator.userName}`);
  await page.getByRole('link', { name: 'Розыгрыш: Кружка' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Кружка');
  await page.reload();
  await expect(page.getByText(/^Донаты гостей не участвуют/)).toBeVisible();
  expect(await layoutShift(page)).toMatchObject({ sum: 0 });
  await openCheck(page);
  await expect(page.getByText('Число и все билеты откроются')).toBeVisible();
  await expectAccessible(page);
  expect(await foreignWords(page)).toEqual([]);
  await noHorizontalScroll(page);
  const login = page.getByRole('main').getByRole('link', { name: 'Войти' });
  await expect(login).toHaveAttribute('href', new RegExp(`/auth\\?.*${encodeURIComponent(`/draws/${drawId}`)}`));
  await page.getByRole('link', { name: 'Поддержать' }).click();
  await expect(page).toHaveURL(new RegExp(`/${creator.userName}$`));

  await page.goto('/draws/019a0000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Здесь ничего не соткано');
});

test('a donor takes part, wins, answers, and everybody checks the result', async ({
  page,
  newWindow,
  request,
  sandboxUrl,
  creator,
}) => {
  const drawId = await makeDraw(creator);
  const scene = { request, sandboxUrl, creator };
  const donor = await registered(request);
  await enter(page, donor, `/draws/${drawId}`);
  await expect(page.getByText(/^Вы пока не участвуете/)).toBeVisible();
  await enterDraw(scene, drawId, { ...donor, name: 'Анна' });
  await page.reload();
  await expect(page.getByText(/^Вы участвуете, ваш билет: [\da-f]{32}$/)).toBeVisible();
  expect(await layoutShift(page)).toMatchObject({ sum: 0 });
  await expectAccessible(page);

  await endDraw(drawId);
  await page.reload();
  await creator.call('POST', 'Draw/Hold', { drawId });
  // From any page the account leads a winner to the draw, until there is an answer.
  const win = page.getByRole('link', { name: 'Вы выиграли «Футболка»: напишите, куда отправить' });
  await page.goto('/memberships');
  await expect(win).toHaveAttribute('href', `/draws/${drawId}`);
  await expectAccessible(page);
  await page.goto('/about/help');
  await menu(page).click();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Вы выиграли 1 приз: напишите, куда отправить' }).click();
  await win.click();
  await expect(page.getByRole('heading', { name: 'Вы выиграли!' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Вы выиграли!' })).toBeVisible();
  expect(await layoutShift(page)).toMatchObject({ sum: 0 });
  await press(page, 'Отправить автору');
  await expect(answer(page)).toBeFocused();
  await expect(answer(page)).toHaveAccessibleDescription(/^Заполните поле/);
  await expect(page.getByText(/^Ответьте до \d+ .*, потом автор сможет передать приз дальше\.$/)).toBeVisible();
  await answer(page).fill('ш'.repeat(301));
  await press(page, 'Отправить автору');
  await expect(answer(page)).toHaveAccessibleDescription(/^Максимальная длинна текста 300 символов/);
  await answer(page).fill('Телефон 90 123-45-67');
  await press(page, 'Отправить автору');
  await expect(page.getByText(/^Ответ отправлен/)).toBeVisible();
  const asked = page.waitForResponse('**/api/Draw/Won');
  await menu(page).click();
  await asked;
  await expect(page.getByRole('link', { name: 'Моя поддержка' })).toBeVisible();
  await expect(win).toHaveCount(0);
  await menu(page).click();
  await answer(page).fill('Телефон 90 765-43-21\nПосле шести');
  await press(page, 'Изменить ответ');
  await expect(page.getByText(/^Ответ отправлен/)).toBeVisible();
  await expect(page.getByText(/^Ответьте до/)).toHaveCount(0);
  await expectAccessible(page);
  expect(await foreignWords(page)).toEqual([]);
  await expect(places(page)).toContainText(['1. Анна']);
  await expect(places(page)).toContainText(['Это вы']);
  await openCheck(page);
  await press(page, 'Пересчитать в этом браузере');
  await expect(page.getByText('Всё сошлось: победителей никто не подобрал.')).toBeVisible();
  await expect(page.getByText(/^Сошлось Отпечаток числа тот самый, что вы видели \d+ /)).toBeVisible();
  await expect(page.getByText(/^Сошлось Среди них ваш билет, тот самый, что вы видели/)).toBeVisible();
  await expectAccessible(page);
  await noHorizontalScroll(page);

  await answer(page).fill('Телефон 90 000-00-00');
  await creator.call('POST', 'Draw/Give', { drawId, place: 1, isGiven: true });
  await press(page, 'Изменить ответ');
  await expect(page.getByText('С этим местом уже решено')).toBeVisible();
  await expect(answer(page)).toHaveValue('Телефон 90 000-00-00');
  await answer(page).fill('Телефон 90 765-43-21\nПосле шести');
  await page.reload();
  await expect(page.getByText('Автор отметил, что приз у вас.')).toBeVisible();
  await expect(page.getByText('После шести')).toBeVisible();
  await expect(answer(page)).toHaveCount(0);

  const guest = await newWindow();
  await guest.goto(`/${creator.userName}`);
  await guest.getByRole('link', { name: 'Розыгрыш: Футболка' }).click();
  await expect(places(guest)).toContainText(['1. Анна']);
  await expect(guest.getByText('После шести')).toHaveCount(0);
  await openCheck(guest);
  await press(guest, 'Пересчитать в этом браузере');
  await expect(guest.getByText('Всё сошлось: победителей никто не подобрал.')).toBeVisible();
  await expect(guest.getByText(/^Сошлось Отпечаток числа совпадает с показанным выше/)).toBeVisible();
  await expectAccessible(guest);
});

test('a draw ends and is held while its page is open', async ({ page, request, sandboxUrl, creator }) => {
  const drawId = await makeDraw(creator);
  const donor = await registered(request);
  await enterDraw({ request, sandboxUrl, creator }, drawId, { ...donor, name: 'Анна' });
  await endDraw(drawId, -180);
  await page.clock.install();
  await enter(page, donor, `/draws/${drawId}`);
  await expect(page.getByText(/^Вы участвуете/)).toBeVisible();
  await expect(page.getByText('Идёт', { exact: true })).toBeVisible();
  await openCheck(page);
  const fold = page.locator('summary');
  await expect(fold).toBeFocused();
  await page.clock.fastForward(181_000);
  await expect(page.getByText('Итоги скоро')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Обновить' })).toBeVisible();
  await endDraw(drawId);
  await creator.call('POST', 'Draw/Hold', { drawId });
  await page.clock.fastForward(15_000);
  await expect(page.getByRole('heading', { name: 'Вы выиграли!' })).toBeVisible();
  await expect(places(page)).toContainText(['1. Анна']);
  await expect(fold).toBeFocused();
  await expectAccessible(page);
});

test('whoever does not answer reads that the prize went on, and a false number does not pass the check', async ({
  page,
  newWindow,
  request,
  sandboxUrl,
  creator,
}) => {
  const drawId = await makeDraw(creator);
  const scene = { request, sandboxUrl, creator };
  const people = [await registered(request), await registered(request)];
  for (const person of people) await enterDraw(scene, drawId, person);
  await endDraw(drawId);
  await creator.call('POST', 'Draw/Hold', { drawId });
  await missAnswer(drawId);
  await creator.call('POST', 'Draw/Pass', { drawId, place: 1 });
  const words: string[] = [];
  for (const person of people) {
    const window = await newWindow();
    await enter(window, person, `/draws/${drawId}`);
    const heading = window.getByRole('heading', { name: /Вы выиграли!|Приз передан дальше/ });
    await expect(heading).toBeVisible();
    words.push((await heading.textContent()) ?? '');
  }
  expect(words.toSorted()).toEqual(['Вы выиграли!', 'Приз передан дальше']);

  await page.goto(`/draws/${drawId}`);
  await expect(places(page)).toHaveCount(2);
  await expect(places(page).first()).toContainText(/1\. Аноним.*Приз передан дальше/);
  await page.route('**/api/Draw/Tickets*', async (route) => {
    const isMore = route.request().url().includes('after=');
    await route.fulfill({ json: { success: true, data: { tickets: isMore ? [] : ['0'.repeat(32)] } } });
  });
  await openCheck(page);
  await press(page, 'Пересчитать в этом браузере');
  await expect(page.getByText(/^Не сошлось\. Сохраните эту страницу/)).toBeVisible();
  await expectAccessible(page);

  const unsafe = await newWindow();
  await unsafe.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
  await unsafe.goto(`/draws/${drawId}`);
  await openCheck(unsafe);
  await expect(unsafe.getByText(/^Здесь пересчитать нельзя/)).toBeVisible();
  await expectAccessible(unsafe);
});

test('the stream counts down to a draw, then names who has won @desktop', async ({
  page,
  request,
  sandboxUrl,
  creator,
}) => {
  const drawId = await makeDraw(creator, { text: 'Кружка' });
  await page.goto(`/widgets/draws?key=${creator.key}`);
  const draw = page.getByTestId('draw');
  await expect(draw).toContainText(/Кружка.*Донат от/);
  await expect(draw.getByRole('timer')).toHaveText(/^00:\d\d:\d\d$/);
  await enterDraw({ request, sandboxUrl, creator }, drawId, { ...(await registered(request)), name: 'Анна' });
  await endDraw(drawId);
  await creator.call('POST', 'Draw/Hold', { drawId });
  await expect(draw).toContainText(/Победитель.*Анна/);
  await expect(draw.getByRole('timer')).toBeHidden();
  await expectAccessible(page);
});
