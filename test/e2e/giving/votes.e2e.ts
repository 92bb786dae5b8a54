import { openCabinet } from '#test/e2e/support/cabinet.ts';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { openGuest, openStream, pay } from '#test/e2e/support/giving-choices.ts';
import { press } from '#test/e2e/support/people.ts';
import { takeAway } from '#test/e2e/support/take-away.ts';

test.use({ expectedTroubles: [/status of 400 .*\/api\/ProjectPay\/Create/] });

test('a creator asks, a guest answers with a donation, the stream shows it, and a refund takes it back', async ({
  page,
  newWindow,
  request,
  sandboxUrl,
}) => {
  const { creator } = await openCabinet(page, '/profile/votes');
  await expect(page.getByText('Вопросов пока нет')).toBeVisible();
  await press(page, 'Задать вопрос');
  await press(page, 'Начать голосование');
  await expect(page.getByText('Заполните поле').first()).toBeVisible();
  await page.getByLabel('Вопрос').fill('Во что играем?');
  await page.getByLabel('Варианты, каждый с новой строки').fill('Гонки\nШахматы\n');
  await expect(page.getByRole('region', { name: 'Как увидят донатеры' }).getByText('Шахматы')).toBeVisible();
  await expectAccessible(page);
  expect(await foreignWords(page)).toEqual([]);
  await press(page, 'Начать голосование');
  const own = page.getByTestId('own-vote');
  await expect(own).toContainText('0 голосов');
  await expect(page.getByText('Голосование началось')).toBeFocused();
  await expectAccessible(page);

  await press(page, 'Изменить');
  const options = page.getByLabel('Варианты, каждый с новой строки');
  await expect(options).toHaveValue('Гонки\nШахматы');
  await options.fill('Гонки\nШахматы\nШашки');
  await page.getByText('Кодовые слова').click();
  const codes = page.getByRole('group').filter({ hasText: 'Кодовые слова' });
  await codes.getByLabel('Шахматы').fill('шах мат');
  await press(page, 'Сохранить');
  await expect(codes.getByText('От 2 до 20 букв или цифр, без пробелов')).toBeVisible();
  await codes.getByLabel('Шахматы').fill('#Мат');
  await expectAccessible(page);
  expect(await foreignWords(page)).toEqual([]);
  await press(page, 'Сохранить');
  await expect(own).toContainText('Шашки');
  await expect(own).toContainText('Шахматы #мат');
  await expect(own.getByText('Сохранено')).toBeFocused();

  const obs = await openStream(newWindow, 'votes', creator.key);
  await expect(obs.getByTestId('vote')).toContainText('Шахматы #мат0 голосов');

  const given = donor.newDonation();
  const guest = await openGuest(newWindow, creator.userName, { ...given, sum: 5_000 });
  const chess = guest.getByRole('button', { name: /^Шахматы/ });
  const message = guest.getByLabel('Сообщение автору');
  const written = await message.inputValue();
  const below = async () => (await guest.getByLabel('Ваше имя').boundingBox())?.y;
  const place = await below();
  await message.fill('Пусть будет #мат');
  await expect(message).toHaveAccessibleDescription(/Голос за «Шахматы»/);
  expect(await below()).toBe(place);
  await message.fill(written);
  await expect(guest.getByText('Голос за «Шахматы»')).toHaveCount(0);
  await chess.click();
  await expect(chess).toHaveAttribute('aria-pressed', 'true');
  await expect(guest.getByText('Засчитаем, если оплата пройдёт до конца голосования.')).toBeVisible();
  await guest.getByLabel('Сумма', { exact: true }).fill(String(given.sum));
  await donor.seeWholeForm(guest);
  await expectAccessible(guest, '#donation');
  expect(await foreignWords(guest)).toEqual([]);
  await pay(guest, given);
  const votes = String(Math.floor(given.sum / 5_000)).replace(/\B(?=(\d{3})+$)/g, '\\s');
  await expect(guest.getByText(new RegExp(`Во что играем\\? Шахматы: ${votes} голос`))).toBeVisible();
  await expect(obs.getByTestId('vote')).toContainText(new RegExp(`Шахматы #мат${votes} голос`));
  await expect(own).toContainText(new RegExp(`Шахматы #мат${votes}`));

  await press(page, 'Изменить');
  await expect(options).toBeFocused();
  await expect(page.getByLabel('Вопрос')).not.toBeEditable();
  await expect(page.getByText('За варианты уже голосуют: вопрос изменить нельзя')).toBeVisible();
  await expect(page.getByLabel('Сколько стоит один голос')).not.toBeEditable();
  await expect(page.getByText('их можно только скрыть')).toBeVisible();
  await expect(options).toHaveValue('Гонки\nШашки');
  await expectAccessible(page);
  await options.fill('Гонки\nГо');
  await press(page, 'Сохранить');
  await expect(own).toContainText(new RegExp(`Гонки.*Шахматы #мат${votes}.*Го`));

  await donor.refundThere(request, sandboxUrl, given);
  await expect(obs.getByTestId('vote')).toContainText('Шахматы #мат0 голосов');
  await page.getByRole('button', { name: 'Завершить голосование' }).click();
  await page.getByRole('button', { name: 'Точно завершить' }).click();
  await expect(own).toContainText('Закончилось');
  await expect(obs.getByTestId('vote')).toContainText('Голосование закончилось');
});

test('a moderator takes an insulting vote away: the page no longer asks it', async ({ page, newWindow }) => {
  const { creator } = await openCabinet(page, '/profile/votes');
  const options = [{ text: 'Да' }, { text: 'Нет' }];
  await creator.call('POST', 'Vote/Save', { question: 'Кто тут лишний?', options, price: 1_000 });
  const guest = await newWindow();
  await guest.goto(`/${creator.userName}`);
  await expect(guest.getByRole('group', { name: 'Кто тут лишний?' })).toBeVisible();

  await takeAway(await newWindow(), creator, { table: 'Голосования', taken: 'Убрано' });
  await guest.reload();
  await expect(guest.getByLabel('Сумма', { exact: true })).toBeVisible();
  await expect(guest.getByText('Кто тут лишний?')).toHaveCount(0);
  await page.reload();
  await expect(page.getByTestId('own-vote')).toContainText('Убрал модератор: Оскорбление: <b>зритель</b>');
});

test('a choice survives a reload on a slow line, and follows what the creator changes meanwhile', async ({
  page,
  newWindow,
}) => {
  const { creator } = await openCabinet(page, '/profile/votes');
  const options = [{ text: 'Гонки' }, { text: 'Шахматы' }];
  const asked = { question: 'Во что играем?', options, price: 5_000 };
  const { id: voteId, revision } = await creator.call('POST', 'Vote/Save', asked);
  const guest = await openGuest(newWindow, creator.userName, { ...donor.newDonation(), sum: 20_000 });
  const chess = guest.getByRole('button', { name: /^Шахматы/ });
  await chess.click();
  await expect(chess).toHaveAttribute('aria-pressed', 'true');

  const gate = Promise.withResolvers<void>();
  await guest.route(/vote-choice[^/]*\.js/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await guest.reload({ waitUntil: 'commit' });
  await expect(donor.giveButton(guest)).toHaveText(/20\s000/);
  await expect(chess).toBeVisible();
  gate.resolve();
  await expect(chess).toHaveAttribute('aria-pressed', 'true');

  const again = [
    { optionId: 1, text: 'Гонки' },
    { optionId: 2, text: 'Шахматы' },
  ];
  await creator.call('POST', 'Vote/Save', { ...asked, voteId, revision, options: again, price: 50_000 });
  await donor.giveButton(guest).click();
  await expect(guest.getByText('Суммы не хватает на один голос')).toBeVisible();
  await expect(guest.getByText(/Один голос стоит 50\s000/)).toBeVisible();
  await expect(chess).toHaveAttribute('aria-pressed', 'true');
});

test.describe('over a connection that breaks off', () => {
  test.use({ expectedTroubles: [/ERR_FAILED .*Vote/] });

  test('the cabinet says that there is none until it is back, and nothing moves', async ({ page }) => {
    const { creator } = await openCabinet(page, '/profile/votes');
    const options = [{ text: 'Гонки' }, { text: 'Шахматы' }];
    await creator.call('POST', 'Vote/Save', { question: 'Во что играем?', options, price: 5_000 });
    await page.reload();
    const own = page.getByTestId('own-vote');
    await expect(own).toBeVisible();
    const place = await own.boundingBox();
    await page.route(/\/api\/Vote\//, (route) => route.abort());
    await expect(page.getByRole('status').filter({ hasText: 'Нет связи. Счёт обновится' })).toBeVisible();
    expect(await own.boundingBox()).toEqual(place);
    await page.getByRole('button', { name: 'Скрыть «Гонки»' }).click();
    await expect(own.getByText(/^Нет связи/)).toBeVisible();
    await page.unroute(/\/api\/Vote\//);
    await expect(page.getByText(/^Нет связи/)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Скрыть «Гонки»' })).toBeVisible();
  });
});
