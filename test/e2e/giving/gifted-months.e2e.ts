import { newCreator } from '#test/e2e/support/creator.ts';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { drawGift, giftIdOf } from '#test/e2e/support/gifts.ts';
import { fields, lastCode, newPerson, press } from '#test/e2e/support/people.ts';
import { alertOn, openWidget } from '#test/e2e/support/widget-page.ts';

const { cards, payBy } = donor;

test('a guest gives a month to the chat, a viewer enters, gets it and checks the drawing', async ({
  page,
  request,
  newWindow,
}) => {
  const creator = await newCreator(request);
  await creator.call('POST', 'Membership/CreateLevel', { name: 'Свой человек', amount: 75_000 });
  const obs = await newWindow({ viewport: { width: 1920, height: 1080 } });
  await openWidget(obs, creator.key);

  await page.goto(`/${creator.userName}`);
  await press(page, 'Каждый месяц');
  await page.getByRole('link', { name: 'Подарить месяцы другим' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Подарить месяцы');
  await page.getByLabel('Сколько месяцев').fill('1');
  await page.getByLabel('Ваше имя').fill('Азиз');
  await expect(page.getByText(/Десять минут зрители записываются/)).toBeVisible();
  await noHorizontalScroll(page);
  // The button stays in reach and lies over a switch behind it.
  await page.getByRole('main').evaluate((main) => main.scrollIntoView({ block: 'end' }));
  await expectAccessible(page);
  expect(await foreignWords(page)).toEqual([]);
  const giver = newPerson();
  await fields(page).phone.fill(giver.written);
  await page.getByRole('button', { name: /^Подарить 1 месяц за 75\s000/ }).click();
  await expect(fields(page).code).toBeFocused();
  await fields(page).code.fill(await lastCode(request, giver));
  await payBy(page, cards.withoutCode);
  await expect(page).toHaveURL(/\/thanks\//);
  await expect(alertOn(obs)).toContainText(/Азиз дарит зрителям 1 месяц.*Участвовать: .*months/);
  await page.getByRole('link', { name: 'Открыть подарок' }).click();
  await expect(page.getByText(/^Это ваш подарок/)).toBeVisible();
  await expectAccessible(page);
  const { pathname } = new URL(page.url());

  const viewer = await newWindow({ viewport: page.viewportSize() });
  await viewer.goto(pathname);
  await expect(viewer.getByRole('heading', { level: 1 })).toHaveText('Азиз дарит 1 месяц');
  await viewer.getByLabel('Ваше имя').fill('Вера');
  await noHorizontalScroll(viewer);
  await expectAccessible(viewer);
  expect(await foreignWords(viewer)).toEqual([]);
  const winner = newPerson();
  await fields(viewer).phone.fill(winner.written);
  await press(viewer, 'Участвовать');
  await expect(fields(viewer).code).toBeFocused();
  await fields(viewer).code.fill(await lastCode(request, winner));
  await expect(viewer.getByText(/^Вы участвуете, ваш билет: [\da-f]{32}$/)).toBeVisible();

  await drawGift(request, giftIdOf(pathname));
  await viewer.reload();
  await expect(viewer.getByText(/^Вам достался 1 месяц/)).toBeVisible();
  await expect(viewer.getByRole('region', { name: 'Кому достались' }).getByRole('listitem')).toContainText(['1. Вера']);
  await viewer.getByText('Проверить самому').click();
  await press(viewer, 'Пересчитать в этом браузере');
  await expect(viewer.getByText('Всё сошлось')).toBeVisible();
  await noHorizontalScroll(viewer);
  await expectAccessible(viewer);

  await viewer.goto('/memberships');
  const card = viewer.getByRole('article');
  await expect(card).toContainText('Подарено');
  await expectAccessible(viewer);
  await card.getByRole('link', { name: 'Продолжить с картой' }).click();
  await expect(viewer.getByText(/за месяц, который начнётся .*, когда закончится подаренное/)).toBeVisible();
  await viewer.getByRole('radio', { name: 'Своя сумма' }).check();
  await expect(viewer.getByText(/относится к другому уровню и закончится сегодня/)).toBeVisible();
});

test('a friend takes months by the link of whoever gives them', async ({ page, request, newWindow, sandboxUrl }) => {
  const creator = await newCreator(request);
  await creator.call('POST', 'Membership/CreateLevel', { name: 'Слушатель', amount: 25_000 });
  await page.goto(`/${creator.userName}/months`);
  await press(page, 'Другу по ссылке');
  await page.getByLabel('Сколько месяцев').fill('2');
  const giver = newPerson();
  await fields(page).phone.fill(giver.written);
  await page.getByRole('button', { name: /^Подарить 2 месяца за 50\s000/ }).click();
  await expect(fields(page).code).toBeFocused();
  await fields(page).code.fill(await lastCode(request, giver));
  await payBy(page, cards.withoutCode);
  await page.getByRole('link', { name: 'Открыть подарок' }).click();
  const link = await page.locator('code', { hasText: '/months/' }).textContent();
  await page.goto('/memberships');
  await page.getByRole('link', { name: 'Что вы подарили: 1' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'осталось 2' })).toBeVisible();
  await expectAccessible(page);

  const friend = await newWindow();
  const { pathname, hash } = new URL(link ?? '', sandboxUrl);
  await friend.goto(pathname);
  await expect(friend.getByText(/забрать их можно только по ссылке/)).toBeVisible();
  await friend.goto('about:blank');
  await friend.goto(`${pathname}${hash}`);
  const other = newPerson();
  await fields(friend).phone.fill(other.written);
  await press(friend, 'Забрать');
  await expect(fields(friend).code).toBeFocused();
  await fields(friend).code.fill(await lastCode(request, other));
  await expect(friend.getByText(/^Вам досталось 2 месяца/)).toBeVisible();
});
