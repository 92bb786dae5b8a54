import type { Page } from '@playwright/test';
import { openCabinet } from '#test/e2e/support/cabinet.ts';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { openGuest, openStream, pay } from '#test/e2e/support/giving-choices.ts';
import { press } from '#test/e2e/support/people.ts';
import { takeAway } from '#test/e2e/support/take-away.ts';

test.use({ expectedTroubles: [/status of (400 .*\/api\/ProjectPay\/Create|409 .*\/api\/Target\/Save)/] });

const targets = (page: Page) => page.getByRole('group', { name: 'Рубежи' });

test('a creator promises, a guest brings it nearer and votes in one donation, the stream shows it, and a refund takes it back', async ({
  page,
  newWindow,
  request,
  sandboxUrl,
}) => {
  const { creator } = await openCabinet(page, '/profile/targets');
  await expect(page.getByText('Рубежей пока нет')).toBeVisible();
  await press(page, 'Добавить рубеж');
  await expect(page.getByLabel('Что обещаете')).toBeFocused();
  await page.getByLabel('За какую сумму').fill('1');
  await press(page, 'Открыть рубеж');
  await expect(page.getByLabel('Что обещаете')).toHaveAccessibleDescription('Заполните поле');
  await expect(page.getByLabel('За какую сумму')).toHaveAccessibleDescription(/^Минимальная сумма от /);
  await page.getByLabel('Что обещаете').fill('Танцую');
  await page.getByLabel('За какую сумму').fill('10000');
  const preview = page.getByRole('region', { name: 'Как увидят донатеры' });
  await expect(preview.getByRole('button', { name: /^Танцую/ })).toContainText(/0 из 10\s000/);
  await expectAccessible(page);
  expect(await foreignWords(page)).toEqual([]);
  await press(page, 'Открыть рубеж');
  const own = page.getByTestId('own-target');
  await expect(own).toContainText(/Танцую.*Открыт · 0 донатов0 из 10\s000 сум/);
  await expect(page.getByText('Рубеж открыт')).toBeFocused();
  await expectAccessible(page);

  await press(page, 'Изменить');
  await expect(page.getByLabel('За какую сумму')).toHaveValue(/^10\s000$/);
  await page.getByLabel('Что обещаете').fill('Играю босса без брони');
  await press(page, 'Сохранить');
  await expect(own).toContainText('Играю босса без брони');
  await expect(own.getByText('Сохранено')).toBeFocused();
  const options = [{ text: 'Гонки' }, { text: 'Шахматы' }];
  await creator.call('POST', 'Vote/Save', { question: 'Во что играем?', options, price: 5_000 });

  const obs = await openStream(newWindow, 'targets', creator.key);
  const shown = obs.getByTestId('target');
  await expect(shown).toContainText(/Играю босса без брони0 из 10\s000 сум/);

  const given = donor.newDonation();
  const guest = await openGuest(newWindow, creator.userName, given);
  await guest.getByRole('button', { name: /^Шахматы/ }).click();
  const chip = targets(guest).getByRole('button', { name: /^Играю босса без брони/ });
  await chip.click();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(guest.getByText('Засчитаем, если оплата пройдёт до закрытия рубежа.')).toBeVisible();
  await chip.click();
  await expect(chip).toHaveAttribute('aria-pressed', 'false');
  await expect(guest.getByText('Засчитаем, если оплата пройдёт до закрытия рубежа.')).toHaveCount(0);
  await chip.click();
  await donor.seeWholeForm(guest);
  await expectAccessible(guest, '#donation');
  expect(await foreignWords(guest)).toEqual([]);
  await press(page, 'Изменить');
  await expect(own).toBeHidden();
  await pay(guest, given);
  await expect(guest.getByText('Рубеж «Играю босса без брони»: ваш донат засчитан')).toBeVisible();
  await expect(guest.getByText(/Во что играем\? Шахматы: /)).toBeVisible();
  await expect(shown).toContainText(donor.sumPattern(given.sum));
  await expect(shown).toContainText('Достигнут');
  await expect(page.getByLabel('Что обещаете')).toBeFocused();
  await expect(page.getByLabel('Что обещаете')).not.toBeEditable();
  await expect(page.getByText('На этот рубеж уже собирают: текст изменить нельзя')).toBeVisible();
  await expect(page.getByLabel('За какую сумму')).not.toBeEditable();
  await expectAccessible(page);
  await press(page, 'Отменить');
  await expect(own.getByRole('heading')).toBeFocused();
  await expect(own.getByText('Сохранено')).toHaveCount(0);
  await expect(own).toContainText(/Достигнут.*1 донат.*Цель 10\s000 сум собрана, сверху ещё \d/);
  await expect(own.locator('progress[data-done]')).toBeVisible();
  await expect(own).toContainText('На этот рубеж уже собирают: его можно только закрыть');
  await expect(page.getByRole('button', { name: /^(Изменить|Сохранить)$/ })).toHaveCount(0);
  await expectAccessible(page);

  await donor.refundThere(request, sandboxUrl, given);
  await expect(shown).toContainText(/Играю босса без брони0 из 10\s000 сум/);
  await expect(shown).not.toContainText('Достигнут');
  await expect(own).toContainText('0 донатов');
  // A double tap comes back, and so does a key that is held.
  await page.getByRole('button', { name: 'Закрыть рубеж' }).dblclick();
  await expect(page.getByRole('button', { name: 'Закрыть рубеж' })).toBeVisible();
  await page.getByRole('button', { name: 'Закрыть рубеж' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Оставить' })).toBeFocused();
  await press(page, 'Точно закрыть');
  await expect(own).toContainText('Закрыт');
  await expect(own.getByRole('heading')).toBeFocused();
  await expect(shown).toHaveCount(0);
});

test('a target that was closed is led to where it stands then', async ({ page }) => {
  const { creator } = await openCabinet(page, '/profile/targets');
  for (const text of ['Первый', 'Второй', 'Третий', 'Четвёртый'])
    await creator.call('POST', 'Target/Save', { text, goal: 5_000 });
  await page.reload();
  const first = page.getByRole('article', { name: 'Первый' });
  await first.getByRole('button', { name: 'Закрыть рубеж' }).click();
  await press(page, 'Точно закрыть');
  await expect(page.getByRole('article').last()).toHaveAccessibleName('Первый');
  await expect(first.getByRole('heading')).toBeFocused();
  await expect(first.getByRole('heading')).toBeInViewport();
});

test('a moderator takes an insulting target away: the page no longer offers it', async ({ page, newWindow }) => {
  const { creator } = await openCabinet(page, '/profile/targets');
  await creator.call('POST', 'Target/Save', { text: 'Назову лишнего', goal: 5_000 });
  const guest = await newWindow();
  await guest.goto(`/${creator.userName}`);
  await expect(targets(guest)).toContainText('Назову лишнего');

  const staff = await newWindow();
  await takeAway(staff, creator, { table: 'Рубежи', taken: 'Убран' });
  await expect(staff.getByRole('table', { name: 'Рубежи' }).getByText(/^5\s000\sсум$/)).toBeVisible();
  await guest.reload();
  await expect(guest.getByLabel('Сумма', { exact: true })).toBeVisible();
  await expect(targets(guest)).toHaveCount(0);
  await page.reload();
  await expect(page.getByTestId('own-target')).toContainText('Убрал модератор: Оскорбление: <b>зритель</b>');
});

test('a chip that is pressed before its code has come is chosen once it has', async ({ creator, newWindow }) => {
  await creator.call('POST', 'Target/Save', { text: 'Танцую', goal: 100_000 });
  const guest = await newWindow();
  const gate = Promise.withResolvers<void>();
  await guest.route(/target-choice[^/]*\.js/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  const isAsked = guest.waitForRequest(/target-choice[^/]*\.js/);
  await guest.goto(`/${creator.userName}`, { waitUntil: 'commit' });
  await isAsked;
  const sum = guest.getByLabel('Сумма', { exact: true });
  await sum.fill('20000');
  await expect(donor.giveButton(guest)).toHaveText(/20\s000/);
  const dance = guest.getByRole('button', { name: /^Танцую/ });
  await dance.click();
  await expect(dance).toHaveAttribute('aria-pressed', 'false');
  gate.resolve();
  await expect(dance).toHaveAttribute('aria-pressed', 'true');
  // Both taps count, however fast.
  await dance.dblclick();
  await expect(dance).toHaveAttribute('aria-pressed', 'true');
});

test('a choice survives a reload, and is dropped once its promise has been changed or closed', async ({
  page,
  newWindow,
}) => {
  const { creator } = await openCabinet(page, '/profile/targets');
  const options = [{ text: 'Гонки' }, { text: 'Шахматы' }];
  await creator.call('POST', 'Vote/Save', { question: 'Во что играем?', options, price: 5_000 });
  const promised = { text: 'Танцую', goal: 100_000 };
  const { id: targetId, revision } = await creator.call('POST', 'Target/Save', promised);
  const guest = await openGuest(newWindow, creator.userName, { ...donor.newDonation(), sum: 20_000 });
  const chess = guest.getByRole('button', { name: /^Шахматы/ });
  const dance = guest.getByRole('button', { name: /^Танцую/ });
  await chess.click();
  await dance.click();
  await guest.reload();
  await expect(donor.giveButton(guest)).toHaveText(/20\s000/);
  await expect(chess).toHaveAttribute('aria-pressed', 'true');
  await expect(dance).toHaveAttribute('aria-pressed', 'true');

  const changed = await creator.call('POST', 'Target/Save', { ...promised, targetId, revision, text: 'Пою' });
  await donor.giveButton(guest).click();
  await expect(donor.notice(guest)).toHaveText(/^Автор изменил рубеж\. Деньги не списаны/);
  const song = guest.getByRole('button', { name: /^Пою/ });
  await expect(song).toHaveAttribute('aria-pressed', 'false');
  await expect(chess).toHaveAttribute('aria-pressed', 'true');

  await song.click();
  const last = { ...promised, targetId, revision: changed.revision, text: 'Пою', close: true };
  await creator.call('POST', 'Target/Save', last);
  await donor.giveButton(guest).click();
  await expect(donor.notice(guest)).toHaveText(/^Рубеж уже закрыт\. Деньги не списаны/);
  await expect(targets(guest)).toHaveCount(0);
  await expect(chess).toHaveAttribute('aria-pressed', 'true');
  await donor.giveButton(guest).click();
  await expect(donor.payButton(guest)).toBeVisible();
});

test('what was changed on another device meanwhile is said once, then saved over', async ({ page }) => {
  const { creator } = await openCabinet(page, '/profile/targets');
  const { id: targetId, revision } = await creator.call('POST', 'Target/Save', { text: 'Танцую', goal: 100_000 });
  await page.reload();
  await press(page, 'Изменить');
  await page.getByLabel('Что обещаете').fill('Танцую в шляпе');
  await creator.call('POST', 'Target/Save', { targetId, revision, text: 'Пою', goal: 100_000 });
  await press(page, 'Сохранить');
  await expect(page.getByText(/^Пока вы правили, рубеж изменился/)).toBeVisible();
  await press(page, 'Сохранить');
  await expect(page.getByTestId('own-target')).toContainText('Танцую в шляпе');
});

test('the stream shows each promise whole, one to five of them @desktop', async ({ creator, newWindow }) => {
  const obs = await openStream(newWindow, 'targets', creator.key);
  await creator.call('PUT', 'Widget/Settings', { statistics: { size: 200 } });
  const shown = obs.getByTestId('target');
  for (const count of [1, 2, 3, 4, 5]) {
    await creator.call('POST', 'Target/Save', { text: 'ШИРОКАЯ '.repeat(15).trim(), goal: 100_000 });
    await expect(shown).toHaveCount(count);
    const cut = await obs.evaluate(() => {
      const board = document.querySelector('[data-testid="targets"]')?.getBoundingClientRect();
      const texts = [...document.querySelectorAll('[data-testid="target"] > :first-child')];
      const isCut = texts.some((text) => text.scrollHeight > text.clientHeight || text.scrollWidth > text.clientWidth);
      const size = Math.min(...texts.map((text) => Number.parseFloat(getComputedStyle(text).fontSize)));
      return { isCut, isWithin: board !== undefined && board.bottom <= innerHeight, isReadable: size >= 16 };
    });
    expect(cut, `${count} promises`).toEqual({ isCut: false, isWithin: true, isReadable: true });
  }
});

test.describe('where the code of a choice is lost', () => {
  test.use({ expectedTroubles: [/ERR_FAILED .*target-choice|Failed to load resource.*target-choice/] });

  test('its chips go, what was chosen is not sent, and all else can be chosen', async ({ creator, newWindow }) => {
    await creator.call('POST', 'Target/Save', { text: 'Танцую', goal: 100_000 });
    const options = [{ text: 'Гонки' }, { text: 'Шахматы' }];
    await creator.call('POST', 'Vote/Save', { question: 'Во что играем?', options, price: 5_000 });
    const given = { ...donor.newDonation(), sum: 20_000 };
    const guest = await openGuest(newWindow, creator.userName, given);
    await targets(guest)
      .getByRole('button', { name: /^Танцую/ })
      .click();
    await guest.route(/target-choice[^/]*\.js/, (route) => route.abort());
    await guest.reload();
    await expect(targets(guest)).toHaveCount(0);
    const chess = guest.getByRole('button', { name: /^Шахматы/ });
    await chess.click();
    await expect(chess).toHaveAttribute('aria-pressed', 'true');
    await pay(guest, given);
    await expect(guest.getByText(/Во что играем\? Шахматы: /)).toBeVisible();
    await expect(guest.getByText(/Рубеж/)).toHaveCount(0);
  });
});
