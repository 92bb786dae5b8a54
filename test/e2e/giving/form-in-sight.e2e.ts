import { openCabinet } from '#test/e2e/support/cabinet.ts';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { holdScripts } from '#test/e2e/support/late-scripts.ts';

for (const window of [
  { width: 1440, height: 900 },
  { width: 1366, height: 600 },
]) {
  test(`in a window of ${window.width} × ${window.height} the button to give stays in sight, and every field comes into it`, {
    tag: '@desktop',
  }, async ({ page, newWindow }) => {
    const { creator } = await openCabinet(page, '/profile/votes');
    for (const question of ['Во что играем?', 'Где играем?', 'С кем играем?']) {
      const options = ['Гонки на выживание в городе', 'Шахматы вслепую с чатом', 'Нарды', 'Домино'].map((text) => ({
        text,
      }));
      await creator.call('POST', 'Vote/Save', { question, options, price: 5_000 });
    }
    const guest = await newWindow({ viewport: window });
    await guest.goto(`/${creator.userName}`);
    // Beside a column that is longer than the form, as on a page with many donations.
    await guest.locator('#donation + *').evaluate((column) => Object.assign(column, { style: 'min-height: 3000px' }));
    await expect(donor.giveButton(guest)).toBeInViewport({ ratio: 1 });
    const name = guest.getByLabel('Ваше имя');
    const last = guest.getByRole('button', { name: 'Домино' }).last();
    await expect(last).not.toBeInViewport();
    await expect(async () => {
      await guest.mouse.move(1_000, 300);
      await guest.mouse.wheel(0, 200);
      await expect(last).toBeInViewport({ ratio: 1, timeout: 500 });
    }).toPass();
    await expect(donor.giveButton(guest)).toBeInViewport({ ratio: 1 });
    await name.focus();
    await guest.keyboard.press('Tab');
    const focused = guest.locator(':focus');
    await expect(focused).toHaveAccessibleName('Анонимно');
    const isCovered = () =>
      focused.evaluate((field) => {
        const { x, y, width, height } = field.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button[type="submit"]') !== null;
      });
    await expect.poll(isCovered).toBe(false);
  });
}

test('an alert that is drawn late moves no button under the finger', { tag: '@desktop' }, async ({
  page,
  newWindow,
}) => {
  const { creator } = await openCabinet(page, '/profile');
  const guest = await newWindow({ viewport: { width: 1440, height: 900 } });
  await guest.goto(`/${creator.userName}`);
  await guest.getByLabel('Сумма', { exact: true }).fill('7000');
  const give = guest.getByRole('button', { name: /^Поддержать на 7\s000/ });
  await expect(give).toBeVisible();
  const look = Promise.withResolvers<void>();
  await guest.route('**/api/Widget/Look*', async (route) => {
    await look.promise;
    await route.continue();
  });
  const goOn = await holdScripts(guest);
  const asked = guest.waitForRequest('**/api/Widget/Look*');
  await guest.getByLabel('Сообщение автору').fill('Привет');
  const place = await give.boundingBox();
  goOn();
  await asked;
  expect(await give.boundingBox()).toEqual(place);
  look.resolve();
  await expect(guest.getByText('Так донат увидят на стриме')).toBeVisible();
  expect(await give.boundingBox()).toEqual(place);
});
