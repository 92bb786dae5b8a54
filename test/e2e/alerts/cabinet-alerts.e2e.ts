import type { Page } from '@playwright/test';
import { openCabinet } from '#test/e2e/support/cabinet.ts';
import {
  beginDonation,
  cards,
  type Donation,
  expectThanks,
  newDonation,
  payBy,
  sumPattern,
} from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { logIn, press } from '#test/e2e/support/people.ts';
import { alertOn, endAlert, openWidget } from '#test/e2e/support/widget-page.ts';

/** Donates as a guest in a separate window, with a card that needs no code. */
async function give(window: Page, userName: string): Promise<Donation> {
  const donation = newDonation();
  await beginDonation(window, userName, donation);
  await payBy(window, cards.withoutCode);
  await expectThanks(window, donation);
  return donation;
}

// Messages of the browser about a refused field, a replaced key and a lost network.
test.use({ expectedTroubles: [/(status of 40[01]|ERR_FAILED) .*\/api\/Widget\//] });

const bar = (page: Page) => page.getByRole('status').filter({ hasText: /Сохранено|несохранённые|Проверьте/ });
const rowOf = (page: Page, { name }: Donation) => page.getByRole('listitem').filter({ hasText: name });
const problem = (page: Page, name: string) => page.locator(`[data-problem=${name}]`);

/** A WAV file with two seconds of a tone. */
function wavFile(): Buffer {
  const samples = 16_000;
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [16, 16],
    [24, 8_000],
    [28, 16_000],
    [40, samples * 2],
  ] as const)
    file.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    file.writeUInt16LE(value, at);
  file.write('data', 36);
  for (let at = 0; at < samples; at++) file.writeInt16LE(Math.round(Math.sin(at / 6) * 9_000), 44 + at * 2);
  return file;
}

test('sets up alerts with a preview and an uploaded sound, and sees the test on the stream', {
  tag: ['@verdict', '@desktop'],
}, async ({ page, newWindow }) => {
  const { creator } = await openCabinet(page, '/profile/alerts');
  await expect(alertOn(page)).toContainText('Анна');
  await expectAccessible(page);

  await page.getByLabel('Текст', { exact: true }).first().fill('{name} поддержал стрим на {amount}!');
  await expect(alertOn(page)).toContainText('поддержал стрим');
  await page
    .getByLabel('Файл со звуком')
    .first()
    .setInputFiles({ name: 'Гонг.mp3', mimeType: 'audio/mpeg', buffer: wavFile() });
  await expect(page.getByLabel('Звук', { exact: true }).first()).toHaveValue(/^[\w-]{22}$/);
  await press(page, 'Добавить вариацию');
  const variant = page.getByRole('group', { name: 'Вариация 1' });
  await variant.getByLabel('От суммы').fill('много');
  await variant.getByLabel('Текст').fill('Ого! {name}: {amount}');
  await variant.getByLabel('От суммы').press('Enter');
  await expect(bar(page)).toHaveText('Проверьте отмеченные поля');
  await expect(variant.getByLabel('От суммы')).toHaveValue('много');
  await variant.getByLabel('От суммы').fill('100,000');
  await expect(alertOn(page)).toContainText('Ого!');
  await expect(alertOn(page)).toContainText(sumPattern(100_000));

  await page.getByRole('link', { name: 'Очередь', exact: true }).click();
  await press(page, 'Остаться');
  await press(page, 'Сохранить');
  await expect(bar(page)).toContainText('Сохранено');

  const stream = await newWindow();
  const plays: string[] = [];
  stream.on('request', (request) => request.url().includes('/api/Widget/Sound?') && plays.push(request.url()));
  await stream.clock.install();
  await openWidget(stream, creator.key);
  await press(page, 'Отправить тестовое оповещение');
  await expect(alertOn(stream)).toContainText('Ого! Зритель');
  await creator.call('POST', 'Widget/Test?amount=5000');
  await endAlert(stream);
  await expect(alertOn(stream)).toContainText('поддержал стрим');
  expect(plays.length).toBe(1);

  await press(page, 'Сменить ключ');
  await page.getByRole('dialog').getByRole('button', { name: 'Сменить ключ' }).click();
  await expect(page.getByText('Ключ новый.')).toBeVisible();
  await expect(page.locator('code')).not.toContainText(creator.key);
});

test('monthly support has an alert of its own, tried in the preview and on the stream', async ({ page, newWindow }) => {
  const { creator } = await openCabinet(page, '/profile/alerts');
  await press(page, 'Для любого месяца');
  const any = page.getByRole('group', { name: 'Любой месяц' });
  await any.getByLabel('Текст').fill('С нами: {name}');
  await expect(alertOn(page)).toContainText(/С нами\s+Анна\s+—\s+3-й\s+месяц/);
  await press(page, 'Для первого месяца');
  const first = page.getByRole('group', { name: 'Первый месяц' });
  await first.getByLabel('Текст').fill('Новичок: {name}');
  await expect(alertOn(page)).toContainText(/Новичок\s+Анна\s+—\s+теперь/);
  const monthly = page.getByLabel('Поддержка каждый месяц');
  await expect(monthly).toBeChecked();
  await monthly.uncheck();
  await expect(alertOn(page)).not.toContainText('Новичок');
  await expectAccessible(page);
  await any.getByRole('button', { name: 'Показать в предпросмотре' }).click();
  await expect(alertOn(page)).toContainText('С нами');
  await press(page, 'Сохранить');
  await expect(bar(page)).toContainText('Сохранено');

  const stream = await newWindow();
  await stream.clock.install();
  await openWidget(stream, creator.key);
  await press(page, 'Отправить тестовое оповещение');
  await expect(alertOn(stream)).toContainText(/С нами\s+Зритель\s+—\s+3-й\s+месяц/);
  await creator.call('POST', 'Widget/Test?month=1');
  await endAlert(stream);
  await expect(alertOn(stream)).toContainText('Новичок');
  await first.getByRole('button', { name: 'Удалить вариацию' }).click();
  await expect(first).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Для первого месяца' })).toBeVisible();
});

test('controls a stream from a second window: hold, approve, pause, skip, replay', { tag: '@verdict' }, async ({
  page,
  newWindow,
}) => {
  const { creator, written, phone } = await openCabinet(page, '/profile/alerts');
  await page.getByLabel('Показывать сообщения только после моего «да»').check();
  await press(page, 'Сохранить');
  await expect(bar(page)).toContainText('Сохранено');
  const stream = await newWindow();
  const donor = await newWindow();
  const dock = await newWindow();
  await stream.clock.install();
  await openWidget(stream, creator.key);
  await logIn(dock, { phone, written });
  await dock.goto('/profile/dock');
  await noHorizontalScroll(dock);

  const first = await give(donor, creator.userName);
  await expect(rowOf(dock, first)).toContainText('ждёт вас');
  await expect(donor.getByText('Автор просматривает сообщения')).toBeVisible();
  await expect(alertOn(stream)).toBeHidden();
  await dock.getByRole('button', { name: 'Показать', exact: true }).click();
  await expect(alertOn(stream)).toContainText(first.message);
  await endAlert(stream);
  await expect(rowOf(dock, first)).toContainText('показано');

  await page.goto('/profile/queue');
  await expect(page.getByText('Виджет подключён')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Пауза');
  const second = await give(donor, creator.userName);
  await rowOf(page, second).getByRole('button', { name: 'Показать', exact: true }).click();
  await expect(rowOf(page, second)).toContainText('в очереди');
  await expect(dock.getByText('Пауза: новые оповещения ждут.')).toBeVisible();
  await expect(alertOn(stream)).toBeHidden();
  await creator.call('PUT', 'Widget/Settings', { alert: { duration: 30 } });
  await press(dock, 'Продолжить');
  await expect(alertOn(stream)).toContainText(second.message);
  await press(dock, 'Пропустить это');
  await expect(alertOn(stream)).toBeHidden({ timeout: 3_000 });
  await expect(rowOf(page, second)).toContainText('пропущено');

  await creator.call('PUT', 'Widget/Settings', { alert: { duration: 3 } });
  await rowOf(page, first).getByRole('button', { name: 'Повторить' }).click();
  await expect(alertOn(stream)).toContainText(first.message);
  await stream.reload();
  await expect(alertOn(stream)).toContainText(first.message);
  await endAlert(stream);
  await expect(rowOf(page, first)).toContainText('показано');
});

test('sees problems of a source and a lost event stream within five seconds', {
  tag: '@desktop',
}, async ({ page, newWindow }) => {
  const { creator } = await openCabinet(page, '/profile/queue');
  await expect(problem(page, 'none')).toBeVisible();
  const soon = { timeout: 5_000 };
  const stream = await newWindow();
  await openWidget(stream, creator.key);
  await expect(page.getByText('Виджет подключён')).toBeVisible(soon);
  const active = (isActive: boolean) =>
    stream.evaluate((detail) => window.dispatchEvent(new CustomEvent('obsSourceActiveChanged', { detail })), {
      active: isActive,
    });
  await active(false);
  await expect(problem(page, 'hidden').first()).toBeVisible(soon);
  await expect(problem(page, 'hidden').first()).toContainText('Включите его');
  await active(true);
  await expect(page.getByText('Виджет подключён')).toBeVisible(soon);
  const twin = await newWindow();
  await openWidget(twin, creator.key);
  await expect(problem(page, 'doubled').first()).toBeVisible(soon);
  await twin.close();
  await expect(problem(page, 'doubled')).toHaveCount(0, soon);
  await creator.call('PUT', 'Widget/Settings', { alert: { volume: 0 } });
  await expect(problem(page, 'muted').first()).toBeVisible({ timeout: 7_000 });
  await creator.call('PUT', 'Widget/Settings', { alert: { volume: 70 } });
  await stream.close();
  await expect(problem(page, 'gone').first()).toBeVisible(soon);

  await page.route('**/api/Widget/**', (route) => route.abort());
  await creator.call('POST', 'Widget/RotateKey');
  await expect(page.getByText('Связь с сервером потеряна')).toBeVisible({ timeout: 8_000 });
});

test('adds figures, a goal and a sticker to the stream; the public page shows the goal too', {
  tag: ['@verdict', '@desktop'],
}, async ({ page, newWindow }) => {
  const { creator } = await openCabinet(page, '/profile/widgets');
  await expectAccessible(page);
  await page.getByLabel('Собираю на цель').check();
  await page.getByLabel('На что').fill('Новая камера');
  await page.getByLabel('Сколько нужно').fill('20 000 000');
  const since = page.getByRole('textbox', { name: 'Считать с' });
  await expect(since).toHaveAccessibleDescription(/^Пусто: считаем с самого первого доната/);
  const today = await since.inputValue();
  await since.fill('01.01.2099');
  await expect(since).toHaveAccessibleDescription(/^Сбор начнётся 1 января 2099/);
  await since.fill(today);
  await expect(since).toHaveAccessibleDescription(/^Пусто/);
  await page.getByLabel('Сумма', { exact: true }).selectOption('stream');
  await expect(page.getByTestId('statistics')).toContainText('Новая камера');
  await page.getByRole('button', { name: 'Сохранить', exact: true, disabled: false }).click();
  await expect(bar(page)).toContainText('Сохранено');
  await press(page, 'Начать стрим');
  await expect(page.getByRole('status').filter({ hasText: /^Считаем с/ })).toBeVisible();
  await page.getByLabel('Призыв').fill('Камеру в студию!');
  await page.getByRole('button', { name: 'Сохранить', exact: true, disabled: false }).click();
  await expect(bar(page).last()).toContainText('Сохранено');

  const figures = await newWindow();
  const sticker = await newWindow();
  const donor = await newWindow();
  await figures.goto(`/widgets/statistics?key=${creator.key}`);
  await sticker.goto(`/widgets/sticker?key=${creator.key}`);
  await expect(sticker.getByTestId('sticker')).toContainText('Камеру в студию!');
  await expect(sticker.locator('svg')).toBeVisible();
  const { sum } = await give(donor, creator.userName);
  await expect(figures.getByTestId('statistics')).toContainText(sumPattern(sum));
  await donor.goto(`/${creator.userName}`);
  const goal = donor
    .locator('section')
    .filter({ has: donor.getByRole('heading', { name: 'Новая камера' }) })
    .last();
  await expect(goal).toContainText(sumPattern(sum));
  await expect(goal).toContainText(sumPattern(20_000_000));
});
