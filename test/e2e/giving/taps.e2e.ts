import type { Locator, Page } from '@playwright/test';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, test } from '#test/e2e/support/fixtures.ts';

/** Counts what a donor taps. What is typed, and the field for it, is counted nowhere: it is the same on every page. */
function countTaps() {
  let count = 0;
  return {
    async tap(target: Locator): Promise<void> {
      count += 1;
      await target.click();
    },
    count: () => count,
  };
}

type Tap = ReturnType<typeof countTaps>['tap'];

const option = (page: Page, question: string, name: RegExp) =>
  page.getByRole('group', { name: question }).getByRole('button', { name });

async function payByTaps(page: Page, tap: Tap): Promise<void> {
  await tap(donor.giveButton(page));
  await donor.writeCard(page, donor.cards.withCode);
  await tap(donor.payButton(page));
  await donor.codeField(page).fill(donor.rightCode);
  await expect(page.getByRole('heading', { name: 'Спасибо!' })).toBeVisible();
}

test('three taps give where there is much to choose, and each choice takes one more', async ({
  page,
  creator,
  newWindow,
}) => {
  await creator.call('POST', 'Vote/Save', {
    question: 'Во что играем?',
    options: [{ text: 'Гонки' }, { text: 'Шахматы' }],
    price: 5_000,
  });
  await creator.call('POST', 'Target/Save', { text: 'Играю босса без брони', goal: 3_000_000 });
  await creator.call('POST', 'Reward/Save', { text: 'Имя в титрах', price: 10_000, stock: 5 });

  const least = countTaps();
  await page.goto(`/${creator.userName}`);
  await least.tap(page.getByRole('button', { name: /^10\s000$/ }));
  await payByTaps(page, least.tap);
  expect(least.count()).toBe(3);

  const choosing = countTaps();
  const other = await newWindow();
  await other.goto(`/${creator.userName}`);
  await choosing.tap(other.getByRole('button', { name: /^10\s000$/ }));
  await choosing.tap(option(other, 'Награды за донат', /^Имя в титрах/));
  await choosing.tap(option(other, 'Во что играем?', /^Шахматы/));
  await choosing.tap(option(other, 'Рубежи', /^Играю босса/));
  await payByTaps(other, choosing.tap);
  await expect(other.getByText(/Во что играем\? Шахматы: 2 голоса/)).toBeVisible();
  await expect(other.getByText('Награда: Имя в титрах')).toBeVisible();
  expect(choosing.count()).toBe(6);
});
