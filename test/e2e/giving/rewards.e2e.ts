import type { Page } from '@playwright/test';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { openGuest, pay } from '#test/e2e/support/giving-choices.ts';
import { holdScripts } from '#test/e2e/support/late-scripts.ts';
import { layoutShift } from '#test/e2e/support/layout-shift.ts';
import { press } from '#test/e2e/support/people.ts';

test.use({ expectedTroubles: [/status of 400 .*\/api\/ProjectPay\/Create/] });

const rewards = (page: Page) => page.getByRole('group', { name: 'Награды за донат' });
const chip = (page: Page, name: RegExp) => rewards(page).getByRole('button', { name });
const sum = (page: Page) => page.getByLabel('Сумма', { exact: true });

test('a guest takes the last piece, which raises the sum, and the next guest finds it taken', async ({
  creator,
  newWindow,
}) => {
  const given = donor.newDonation();
  await creator.call('POST', 'Reward/Save', { text: 'Имя в титрах', price: given.sum, stock: 1 });
  await creator.call('POST', 'Reward/Save', { text: 'Спасибо вслух', price: 5_000, stock: null });
  const guest = await newWindow();
  await guest.goto(`/${creator.userName}`);
  const credits = chip(guest, /^Имя в титрах/);
  await expect(credits).toContainText('осталось 1');
  await expect(chip(guest, /^Спасибо вслух/)).toHaveText(/от 5\s000 сум$/);
  expect(await layoutShift(guest)).toEqual({ sum: 0, moved: '' });
  await donor.writeDonation(guest, { ...given, sum: 5_000 });
  await chip(guest, /^Спасибо вслух/).click();
  await expect(sum(guest)).toHaveValue(/^5\s000$/);
  await credits.click();
  await expect(credits).toHaveAttribute('aria-pressed', 'true');
  await expect(chip(guest, /^Спасибо вслух/)).toHaveAttribute('aria-pressed', 'false');
  await expect(sum(guest)).toHaveValue(donor.sumPattern(given.sum));
  await expect(rewards(guest).getByRole('status')).toHaveText(/^Сумма теперь /);
  await expect(guest.getByText('С начала оплаты держим награду за вами 15 минут.')).toBeVisible();
  await credits.click();
  await expect(credits).toHaveAttribute('aria-pressed', 'false');
  await expect(guest.getByText(/15 минут/)).toHaveCount(0);
  await credits.click();
  await donor.seeWholeForm(guest);
  await expectAccessible(guest, '#donation');
  expect(await foreignWords(guest)).toEqual([]);

  await guest.reload();
  await expect(credits).toHaveAttribute('aria-pressed', 'true');
  await donor.giveButton(guest).click();
  const step = guest.getByText('С начала оплаты держим награду за вами 15 минут.');
  await expect(step).toBeVisible();
  await expect(guest.getByText('Награда: Имя в титрах')).toBeVisible();
  await donor.payBy(guest, donor.cards.withCode);
  await donor.codeField(guest).fill(donor.rightCode);
  await donor.expectThanks(guest, given);
  await expect(step).toHaveCount(0);
  await expect(guest.getByText('Награда: Имя в титрах')).toBeVisible();

  const second = await newWindow();
  await second.goto(`/${creator.userName}`);
  const taken = chip(second, /^Имя в титрах/);
  await expect(taken).toContainText('Разобрано');
  await expect(taken).toHaveAttribute('aria-disabled', 'true');
  // What is sold out comes last.
  await expect(rewards(second).getByRole('button').last()).toContainText('Имя в титрах');
  await chip(second, /^Спасибо вслух/).click();
  await taken.click({ force: true });
  await expect(chip(second, /^Спасибо вслух/)).toHaveAttribute('aria-pressed', 'true');
  await donor.seeWholeForm(second);
  await expectAccessible(second, '#donation');
});

test('of two guests with the form open one gets the last piece, the other one is refused at it and gives without', async ({
  creator,
  newWindow,
}) => {
  const price = 10_000;
  await creator.call('POST', 'Reward/Save', { text: 'Имя в титрах', price, stock: 1 });
  const given = donor.newDonation();
  const other = donor.newDonation();
  const first = await openGuest(newWindow, creator.userName, given);
  const second = await openGuest(newWindow, creator.userName, other);
  await sum(second).fill('5 000');
  await chip(second, /^Имя в титрах/).click();
  await expect(sum(second)).toHaveValue(donor.sumPattern(price));
  await chip(first, /^Имя в титрах/).click();
  await pay(first, given);

  await donor.giveButton(second).click();
  await expect(rewards(second).getByRole('alert')).toHaveText(/^Эту награду уже разобрали\. Деньги не списаны/);
  await expect(donor.notice(second)).toHaveCount(1);
  await expect(rewards(second)).toHaveAttribute('aria-invalid', 'true');
  const taken = chip(second, /^Имя в титрах/);
  await expect(taken).toContainText('Разобрано');
  await expect(taken).toHaveAttribute('aria-pressed', 'false');
  await expect(taken).toBeFocused();
  const back = rewards(second).getByText(/Сумма снова 5\s000 сум: выше она была только ради награды/);
  await expect(back).toBeVisible();
  await expect(sum(second)).toHaveValue(/^5\s000$/);
  await sum(second).fill(String(other.sum));
  await expect(back).toHaveCount(0);
  await expect(second.getByLabel('Сообщение автору')).toHaveValue(other.message);
  await expect(second.getByLabel('Ваше имя')).toHaveValue(other.name);
  await donor.seeWholeForm(second);
  await expectAccessible(second, '#donation');
  await pay(second, other);
  await expect(second.getByText(/Наград/)).toHaveCount(0);
});

test('a sum that is typed lower afterwards keeps the choice, with one tap for either way out', async ({
  creator,
  newWindow,
}) => {
  const { id: rewardId, revision } = await creator.call('POST', 'Reward/Save', {
    text: 'Имя в титрах',
    price: 50_000,
    stock: null,
  });
  const guest = await openGuest(newWindow, creator.userName, { ...donor.newDonation(), sum: 60_000 });
  const credits = chip(guest, /^Имя в титрах/);
  await credits.click();
  await expect(sum(guest)).toHaveValue(/^60\s000$/);
  await sum(guest).fill('20000');
  await expect(credits).toHaveAttribute('aria-pressed', 'true');
  const fault = guest.getByText(/^Эта награда — за донат от 50\s000 сум\. Не хватает 30\s000 сум\.$/);
  await expect(fault).toBeVisible();
  await donor.seeWholeForm(guest);
  await expectAccessible(guest, '#donation');
  await donor.giveButton(guest).click();
  await expect(guest.getByRole('button', { name: /^Дать 50\s000 сум$/ })).toBeFocused();
  await guest.getByRole('button', { name: /^Дать 50\s000 сум$/ }).click();
  await expect(credits).toBeFocused();
  await expect(sum(guest)).toHaveValue(/^50\s000$/);
  await expect(fault).toHaveCount(0);

  await sum(guest).fill('20000');
  await press(guest, 'Без награды');
  await expect(credits).toBeFocused();
  await expect(credits).toHaveAttribute('aria-pressed', 'false');
  await expect(sum(guest)).toHaveValue(/^20\s000$/);

  await credits.click();
  const changed = { rewardId, revision, seenStock: null, text: 'Имя в конце стрима', price: 50_000, stock: null };
  const { revision: last } = await creator.call('POST', 'Reward/Save', changed);
  await donor.giveButton(guest).click();
  await expect(rewards(guest).getByRole('alert')).toHaveText(/^Автор изменил награду\. Деньги не списаны/);
  await expect(chip(guest, /^Имя в конце стрима/)).toHaveAttribute('aria-pressed', 'false');
  await chip(guest, /^Имя в конце стрима/).click();
  await expect(donor.notice(guest)).toHaveCount(0);
  await creator.call('POST', 'Reward/Save', { ...changed, revision: last, close: true });
  await donor.giveButton(guest).click();
  await expect(rewards(guest).getByRole('alert')).toHaveText(/^Автор больше не предлагает эту награду/);
  await expect(rewards(guest).getByRole('button')).toHaveCount(0);
  await donor.giveButton(guest).click();
  await expect(donor.payButton(guest)).toBeVisible();
});

test('what was typed comes back when the reward goes, and a choice that is no longer offered says so', async ({
  creator,
  newWindow,
}) => {
  const dear = { text: 'Имя в титрах', price: 500_000, stock: null };
  const { id: rewardId, revision } = await creator.call('POST', 'Reward/Save', dear);
  const cheap = { text: 'Спасибо вслух', price: 5_000, stock: null };
  const { id: cheapId, revision: cheapRevision } = await creator.call('POST', 'Reward/Save', cheap);
  const guest = await openGuest(newWindow, creator.userName, { ...donor.newDonation(), sum: 5_000 });
  const credits = chip(guest, /^Имя в титрах/);
  await credits.click();
  await expect(sum(guest)).toHaveValue(/^500\s000$/);
  await expect(guest.getByText(/^Сумма теперь 500\s000 сум\.$/)).toBeVisible();
  await expect(guest.getByText(/15 минут/)).toHaveCount(0);
  await credits.click();
  await expect(sum(guest)).toHaveValue(/^5\s000$/);
  await credits.click();
  await chip(guest, /^Спасибо вслух/).click();
  await expect(sum(guest)).toHaveValue(/^5\s000$/);

  await credits.click();
  await creator.call('POST', 'Reward/Save', { rewardId, revision, ...dear, close: true });
  await creator.call('POST', 'Reward/Save', { rewardId: cheapId, revision: cheapRevision, ...cheap, close: true });
  await guest.reload();
  await expect(rewards(guest).getByRole('alert')).toHaveText(/^Автор больше не предлагает награду/);
  await expect(sum(guest)).toHaveValue(/^5\s000$/);
});

test('a sum typed and a reward chosen before the scripts have come are both kept', async ({ creator, newWindow }) => {
  await creator.call('POST', 'Reward/Save', { text: 'Имя в титрах', price: 5_000, stock: 5 });
  const guest = await newWindow();
  const release = await holdScripts(guest);
  await guest.goto(`/${creator.userName}`, { waitUntil: 'commit' });
  await sum(guest).fill('20000');
  const credits = chip(guest, /^Имя в титрах/);
  await credits.click();
  release();
  await expect(credits).toHaveAttribute('aria-pressed', 'true');
  await expect(sum(guest)).toHaveValue(/^20\s000$/);
  await expect(donor.giveButton(guest)).toContainText(/20\s000/);
});

test.describe('where the code of a choice is lost', () => {
  test.use({ expectedTroubles: [/ERR_FAILED .*reward-choice|Failed to load resource.*reward-choice/] });

  test('its chips go, and what was chosen is not sent', async ({ creator, newWindow }) => {
    await creator.call('POST', 'Reward/Save', { text: 'Имя в титрах', price: 10_000, stock: 5 });
    const given = { ...donor.newDonation(), sum: 20_000 };
    const guest = await openGuest(newWindow, creator.userName, given);
    const credits = chip(guest, /^Имя в титрах/);
    await credits.click();
    // What the page is given before its scripts have come is not kept over a reload.
    await expect(credits).toHaveAttribute('aria-pressed', 'true');
    await guest.route(/reward-choice[^/]*\.js/, (route) => route.abort());
    await guest.reload();
    await expect(rewards(guest)).toHaveCount(0);
    await pay(guest, given);
    await expect(guest.getByText(/Наград/)).toHaveCount(0);
  });
});
