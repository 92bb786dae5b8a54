import type { Page } from '@playwright/test';
import { openCabinet } from '#test/e2e/support/cabinet.ts';
import * as donor from '#test/e2e/support/donor.ts';
import { comeBack, expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { openGuest, openStream, pay } from '#test/e2e/support/giving-choices.ts';
import { layoutShift } from '#test/e2e/support/layout-shift.ts';
import { press } from '#test/e2e/support/people.ts';
import { topOf } from '#test/e2e/support/place-of.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

const settings = { minutes: 240, sum: 5_000, seconds: 60 };

const start = { act: 'start', ...settings };

const secondsFor = (sum: number) => Math.floor(sum / settings.sum) * settings.seconds;

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** As the countdown writes it. */
const digitsOf = (seconds: number) =>
  [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(':');

async function secondsOn(page: Page): Promise<number> {
  const [hours = 0, minutes = 0, seconds = 0] = ((await page.getByRole('timer').textContent()) ?? '')
    .split(':')
    .map(Number);
  return hours * 3_600 + minutes * 60 + seconds;
}

test('a creator starts a clock, a donation prolongs it on every source, and a refund takes the time back', async ({
  page,
  newWindow,
  request,
  sandboxUrl,
}) => {
  const { creator } = await openCabinet(page, '/profile/clock');
  await page.getByLabel('Сколько идёт без донатов').fill('0');
  await press(page, 'Начать донатон');
  await expect(page.getByText('Начните с длины от минуты до 7 суток')).toBeVisible();
  await page.getByLabel('Сколько идёт без донатов').fill(String(settings.minutes));
  await expect(page.getByText(/10\s000 сум продлят стрим на 2 мин/)).toBeVisible();
  await expectAccessible(page);
  expect(await foreignWords(page)).toEqual([]);
  await press(page, 'Начать донатон');
  const own = page.getByTestId('own-clock');
  await expect(own.getByRole('timer')).toHaveText(/^03:59:/);
  await expectAccessible(page);
  expect(await foreignWords(page)).toEqual([]);

  const obs = await openStream(newWindow, 'clock', creator.key);
  const other = await newWindow({ viewport: { width: 1920, height: 1080 } });
  // The clock of this computer is wrong by years.
  await other.clock.install({ time: new Date('2020-01-01T00:00:00Z') });
  await other.goto(`/widgets/clock?key=${creator.key}`);
  const sources = [obs, other, page];
  await expect.poll(async () => new Set(await Promise.all(sources.map(secondsOn))).size).toBe(1);

  await press(page, 'Пауза');
  await expect(obs.getByTestId('clock')).toContainText('Пауза');
  await expect(other.getByTestId('clock')).toContainText('Пауза');
  const left = await secondsOn(page);
  expect(await Promise.all([obs, other].map(secondsOn))).toEqual([left, left]);

  const guest = await newWindow();
  const given = donor.newDonation();
  await guest.goto(`/${creator.userName}`);
  await expect(guest.getByTestId('clock-bar').getByRole('timer')).toHaveText(digitsOf(left));
  await expect(guest.getByText('Донатон на паузе')).toBeVisible();
  await donor.writeDonation(guest, { ...given, sum: 4_999 });
  await expect(guest.getByText(/Донат продлит стрим: 5\s000 сум — 1 минута/)).toBeVisible();
  await guest.getByLabel('Сумма', { exact: true }).fill('60000');
  const adds = guest.getByText('+12 мин к стриму');
  await expect(adds).toBeVisible();
  expect(await topOf(adds)).toBeGreaterThan(await topOf(guest.getByLabel('Сумма', { exact: true })));
  await guest.getByLabel('Сумма', { exact: true }).fill(String(given.sum));
  await expectAccessible(guest);
  expect(await foreignWords(guest)).toEqual([]);
  await noHorizontalScroll(guest);
  await pay(guest, given);
  await expect(guest.getByText(/\+.+ к стриму/)).toBeVisible();
  const longer = digitsOf(left + secondsFor(given.sum));
  await expect(obs.getByRole('timer')).toHaveText(longer);
  await expect(other.getByRole('timer')).toHaveText(longer);
  await expect(own.getByRole('timer')).toHaveText(longer);
  await expect(page.getByTestId('clock-donations')).toContainText('1 донат');

  await donor.refundThere(request, sandboxUrl, given);
  await expect(obs.getByRole('timer')).toHaveText(digitsOf(left));
  await press(page, '+5 мин');
  await expect(obs.getByRole('timer')).toHaveText(digitsOf(left + 300));
  await expect(own.getByRole('region', { name: 'Поправки' })).toContainText('+5 мин');
  await page.getByLabel('Сколько минут прибавить или убавить').fill('1:30');
  await press(page, 'Убавить');
  await expect(own.getByRole('timer')).toHaveText(digitsOf(left + 210));
  await press(page, 'Продолжить');
  await expect(obs.getByTestId('clock')).toContainText('1 минута');
  await expect(obs.getByRole('timer')).not.toHaveText(digitsOf(left + 210));

  await press(page, 'Завершить донатон');
  await press(page, 'Пусть идёт дальше');
  await expect(page.getByRole('button', { name: 'Завершить донатон' })).toBeFocused();
  await press(page, 'Завершить донатон');
  await press(page, 'Точно завершить');
  await expect(page.getByRole('region', { name: 'Последний донатон' })).toContainText('0 донатов');
  await expect(page.getByLabel('За какую сумму')).toHaveValue(/5\s000/);
  await expect(obs.getByTestId('clock')).toContainText('Донатон закончился');
  await expect(obs.getByRole('timer')).toHaveText('00:00:00');
});

test('another rate counts for what is paid later, and whoever pays after the end reads that it was too late', async ({
  page,
  newWindow,
}) => {
  const { creator } = await openCabinet(page, '/profile/clock');
  await creator.call('POST', 'Clock/Control', start);
  await comeBack(page);
  await press(page, 'Изменить темп');
  await page.getByLabel('За какую сумму').fill('1000');
  await page.getByLabel('Прибавится времени').fill('90');
  await page.getByRole('button', { name: 'И за часть суммы' }).click();
  await expect(page.getByText(/2\s500 сум продлят стрим на 3 мин 45 с/)).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Сохранить');
  await expect(page.getByTestId('own-clock')).toContainText('1 минута 30 секунд');

  const given = donor.newDonation();
  const guest = await openGuest(newWindow, creator.userName, { ...given, sum: 5_500 });
  await expect(guest.getByText('+8 мин 15 с к стриму')).toBeVisible();
  await guest.getByLabel('Сумма', { exact: true }).fill(String(given.sum));
  await donor.giveButton(guest).click();
  await expect(donor.payButton(guest)).toBeVisible();
  await press(page, 'Завершить донатон');
  await press(page, 'Точно завершить');
  await expect(page.getByRole('region', { name: 'Последний донатон' })).toBeVisible();
  await donor.payBy(guest, donor.cards.withCode);
  await donor.codeField(guest).fill(donor.rightCode);
  await donor.expectThanks(guest, given);
  await expect(guest.getByText(/Донатон закончился раньше, чем прошла оплата/)).toBeVisible();
  await expectAccessible(guest);
});

test('thanks that were open before a clock began say what the donation has added to it', async ({
  page,
  newWindow,
}) => {
  const { creator } = await openCabinet(page, '/profile/clock');
  const given = donor.newDonation();
  const guest = await openGuest(newWindow, creator.userName, given);
  const opened = guest.waitForResponse('**/api/ProjectPay/Create');
  await donor.giveButton(guest).click();
  const { payId } = Object.assign({ payId: '' }, (await (await opened).json()).data);
  await expect(donor.payButton(guest)).toBeVisible();
  const waiting = await newWindow();
  await waiting.goto(`/thanks/${payId}`);
  await expect(waiting.getByRole('heading', { name: 'Спасибо!' })).toHaveCount(0);
  await creator.call('POST', 'Clock/Control', start);
  await donor.payBy(guest, donor.cards.withCode);
  await donor.codeField(guest).fill(donor.rightCode);
  await donor.expectThanks(guest, given);
  await expect(waiting.getByRole('heading', { name: 'Спасибо!' })).toBeVisible();
  await expect(waiting.getByText(/\+.+ к стриму/)).toBeVisible();
});

test('without scripts the page says that a clock runs, and where it was paused', async ({
  newWindow,
  creator: { userName, call },
}) => {
  const { clock } = await call('POST', 'Clock/Control', start);
  const { id: clockId } = Object.assign({ id: '' }, clock);
  const page = await newWindow({ javaScriptEnabled: false });
  await page.goto(`/${userName}`);
  await expect(page.getByTestId('clock-bar')).toContainText('До конца стрима');
  const time = page.getByRole('timer').locator('noscript');
  await expect(time).toBeVisible();
  expect(await time.textContent()).toBe('Отсчёт идёт');
  await call('POST', 'Clock/Control', { act: 'pause', clockId, revision: 1 });
  await expect(async () => {
    await page.reload();
    expect(await time.textContent()).toMatch(/\d\d:\d\d:\d\d/);
  }).toPass();
});

test('the dock pauses the clock and gives it five minutes', async ({ page }) => {
  const { creator } = await openCabinet(page, '/profile/clock');
  const { clock } = await creator.call('POST', 'Clock/Control', start);
  const { id: clockId } = Object.assign({ id: '' }, clock);
  await creator.call('POST', 'Clock/Control', { act: 'pause', clockId, revision: 1 });
  await page.goto('/profile/dock');
  const dock = page.getByTestId('clock-dock');
  await expect(dock).toContainText('Донатон на паузе');
  await expect(dock.getByRole('status')).toBeHidden();
  const left = await secondsOn(page);
  await dock.getByRole('button', { name: '+5 мин' }).click();
  await expect(dock.getByRole('timer')).toHaveText(digitsOf(left + 300));
  await dock.getByRole('button', { name: '−5 мин' }).click();
  await expect(dock.getByRole('timer')).toHaveText(digitsOf(left));
  await expectAccessible(page);
  await noHorizontalScroll(page);
  await press(page, 'Продолжить донатон');
  await expect(page.getByRole('button', { name: 'Пауза донатона', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Пауза', exact: true })).toHaveCount(1);
  await creator.call('POST', 'Clock/Control', { act: 'end', clockId, revision: 5 });
  await expect(dock).toHaveCount(0);
});

test.describe('over a connection that breaks off', () => {
  test.use({ expectedTroubles: [/ERR_FAILED .*Clock/] });

  test('the dock gets its clock later, asks again for five minutes without an answer, and then gives five more', async ({
    page,
  }) => {
    const { creator } = await openCabinet(page, '/profile/clock');
    const { clock } = await creator.call('POST', 'Clock/Control', start);
    const { id: clockId } = Object.assign({ id: '' }, clock);
    await creator.call('POST', 'Clock/Control', { act: 'pause', clockId, revision: 1 });
    await page.route('**/api/Clock/Get?*', (route) => route.abort(), { times: 1 });
    await page.goto('/profile/dock');
    const dock = page.getByTestId('clock-dock');
    await expect(dock).toContainText('Донатон на паузе');
    const left = await secondsOn(page);
    await page.route('**/api/Clock/Get?*', (route) => route.abort());
    await page.route('**/api/Clock/Control', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const more = dock.getByRole('button', { name: '+5 мин' });
    const place = await more.boundingBox();
    await more.click();
    await expect(dock).toContainText('Нет связи: на «+5 мин» ответа нет');
    await dock.getByRole('button', { name: '−5 мин' }).click();
    await expect(dock).toContainText('Нет связи: на «+5 мин» ответа нет');
    expect(await more.boundingBox()).toEqual(place);
    await page.unrouteAll({ behavior: 'wait' });
    await expect(dock).toContainText('Связь вернулась. «+5 мин»: сделано.');
    await expect(dock.getByRole('timer')).toHaveText(digitsOf(left + 300));
    await more.click();
    await expect(dock.getByRole('timer')).toHaveText(digitsOf(left + 600));
    await expect(dock).not.toContainText('сделано');
  });

  test('the cabinet says over its buttons that there is none, as long as that is so', async ({ page }) => {
    const { creator } = await openCabinet(page, '/profile/clock');
    const form = page.getByRole('form', { name: 'Новый донатон' });
    const offered = await form.boundingBox();
    await page.route('**/api/Clock/Get?*', (route) => route.abort());
    await comeBack(page);
    await expect(page.getByText('Нет связи. Начать донатон можно, как только она появится.')).toBeVisible();
    expect(await form.boundingBox()).toEqual(offered);
    await page.unrouteAll({ behavior: 'wait' });
    await creator.call('POST', 'Clock/Control', start);
    await comeBack(page);
    const own = page.getByTestId('own-clock');
    await expect(own).toBeVisible();
    await expect(page.getByText(/^Нет связи/)).toHaveCount(0);
    const place = await own.boundingBox();
    await page.route('**/api/Clock/Get?*', (route) => route.abort());
    await expect(page.getByText(/^Нет связи. Отсчёт идёт дальше/)).toBeVisible();
    expect(await own.boundingBox()).toEqual(place);
  });
});

test('a moderator stops a clock: its creator reads why, and the page moves nothing by itself', async ({
  page,
  newWindow,
}) => {
  const { creator } = await openCabinet(page, '/profile/clock');
  await creator.call('POST', 'Clock/Control', start);
  const guest = await newWindow();
  await guest.goto(`/${creator.userName}`);
  await expect(guest.getByTestId('clock-bar').getByRole('timer')).toHaveText(/^03:59:/);
  expect(await layoutShift(guest)).toEqual({ sum: 0, moved: '' });
  const sum = guest.getByLabel('Сумма', { exact: true });
  const place = await sum.boundingBox();

  const { id } = await creator.call('GET', 'PersonalAccount/Get');
  const staff = await newWindow();
  await enterAsStaff(staff, 'moderator');
  await staff.goto(`/admin/user/${String(id)}`);
  const clocks = staff.getByRole('table', { name: 'Донатон' });
  await clocks.getByRole('button', { name: 'Остановить' }).click();
  await staff.getByRole('dialog').getByLabel('Причина').fill('Опасный стрим');
  await expectAccessible(staff);
  await staff.getByRole('dialog').getByRole('button', { name: 'Остановить' }).click();
  await expect(clocks).toContainText('Остановлен: Опасный стрим');
  await expect(clocks).toContainText('Когда закончился');
  await expect(clocks).not.toContainText('Когда закончится');
  await noHorizontalScroll(staff);

  await comeBack(guest);
  await expect(guest.getByTestId('clock-bar')).toContainText('Донатон закончился');
  await expect(guest.getByText('Донатон закончился: стрим уже не продлить')).toBeVisible();
  expect(await sum.boundingBox()).toEqual(place);
  await comeBack(page);
  await expect(page.getByText('Остановил модератор: Опасный стрим')).toBeVisible();
});
