import { readFile } from 'node:fs/promises';
import { openCabinet, openSections } from '#test/e2e/support/cabinet.ts';
import { beginDonation, cards, expectThanks, newDonation, payBy, sumPattern } from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { creatorWithDonations } from '#test/e2e/support/paid-creator.ts';
import { dataOf, enter, keepTokens } from '#test/e2e/support/people.ts';
import { topOf } from '#test/e2e/support/place-of.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';
import { underlineContrast } from '#test/e2e/support/underline-contrast.ts';

// The staff's tokens are put in place on a page without the product's head; one payout is refused.
test.use({ expectedTroubles: [/status of (404 .*favicon|409 .*Payout)/] });

test('a creator sees his money, takes it away as a table, and hides it from his stream', {
  tag: '@verdict',
}, async ({ page, context, request, sandboxUrl }) => {
  const creator = await creatorWithDonations(request, sandboxUrl);
  await keepTokens(page, creator);

  await context.grantPermissions(['clipboard-write']);
  await page.goto('/profile');
  const takings = page.getByRole('region', { name: 'Донаты', exact: true });
  await expect(takings.getByText(sumPattern(100_000))).toHaveCount(2);
  const latest = page.getByRole('region', { name: 'Последние донаты' });
  const anna = latest.getByRole('listitem').filter({ hasText: 'Анна' });
  await anna.getByRole('button', { name: 'Поблагодарить' }).click();
  await expect(anna.getByText('Вы поблагодарили')).toBeVisible();
  await anna.getByRole('button', { name: 'Скопировать «спасибо»' }).click();
  await expect(latest.getByText('«Спасибо» скопировано')).toBeVisible();
  const donorsPage = await context.newPage();
  await donorsPage.goto(`/thanks/${creator.payId}`);
  await expect(donorsPage.getByText('благодарит вас лично')).toBeVisible();
  await donorsPage.close();
  await expectAccessible(page, 'main');

  await page.goto('/profile/statistics');
  await expect(page.getByText(sumPattern(100_000)).first()).toBeVisible();
  await expect(page.getByRole('img', { name: 'Сумма по дням' })).toBeVisible();
  await page.getByRole('button', { name: 'Люди' }).click();
  await expect(page).toHaveURL(/show=donors/);
  await page.getByRole('group', { name: 'Период' }).getByRole('button', { name: '7 дней' }).click();
  await expect(page).toHaveURL(/from=\d{4}-/);
  await expectAccessible(page, 'main');
  // Days without donations are named, and one tap leads to those that have some.
  await page.goto('/profile/statistics?from=2020-01-01&to=2020-01-31&show=donors');
  await expect(page.getByText('Донатов с 01.01.2020 по 31.01.2020 нет')).toBeVisible();
  await expectAccessible(page, 'main');
  await page.getByRole('link', { name: 'Показать за три года' }).click();
  await expect(page.getByText(sumPattern(100_000)).first()).toBeVisible();
  await expect(page).toHaveURL(/show=donors/);

  await page.goto('/profile/donations');
  await expect(page.getByText('Имя или слова из сообщения', { exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Имя или слова из сообщения' }).fill('песню');
  await expect(page.getByText('Найден 1 донат')).toBeVisible();
  // What can be done with a donation stands in one line, and quietly.
  const acts = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Анна' });
  const copy = acts.getByRole('button', { name: 'Скопировать сообщение' });
  const receipt = acts.getByRole('link', { name: 'Чек' });
  expect(Math.abs((await topOf(copy)) - (await topOf(receipt)))).toBeLessThan(1);
  const ink = await page.evaluate(() => getComputedStyle(document.body).color);
  await expect(copy).toHaveCSS('color', ink);
  await expect(receipt).toHaveCSS('color', ink);
  // The line below tells them from words, so that it is seen.
  for (const act of [copy, receipt]) expect(await underlineContrast(act)).toBeGreaterThanOrEqual(3);
  await expect(page).toHaveURL(/search=/);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать CSV' }).click();
  const table = await readFile(await (await saving).path(), 'utf8');
  expect(table.split('\r\n')).toHaveLength(3);
  expect(table).toMatch(
    /^\uFEFF"Дата";"Имя".*\r\n.*;"Анна";"40000";"2000";"38000";"Зачислен";"Сыграйте старую песню";/,
  );
  await expectAccessible(page, 'main');

  await page.goto('/profile/balance');
  const lines = page.getByRole('list', { name: 'Движение денег' }).getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText(sumPattern(95_000));
  const ask = page.getByRole('button', { name: 'Запросить выплату' });
  await page.getByLabel('Сумма, сум').fill('0');
  await ask.click();
  await expect(page.getByText('Значение должно превышать 0')).toBeVisible();
  await page.getByLabel('Сумма, сум').fill('95000,01');
  await expect(page.getByText('Значение должно превышать 0')).toBeHidden();
  await page.getByLabel('Номер карты').fill('8600 0000 0000 0106');
  await ask.click();
  await expect(page.getByText('На счёте нет такой суммы')).toBeVisible();
  await expect(page.getByLabel('Сумма, сум')).toBeFocused();
  // Meanwhile the phone in his pocket has asked for a part: this page learns it from the refusal, and asks for less.
  const [account] = Object.values(
    await dataOf(await request.get('/api/PersonalAccount/GetAccounts', { headers: creator.headers })),
  );
  const { id: accountId } = Object.assign({ id: '' }, account);
  const card = { mask: '8600 •••• •••• 0106', token: null };
  const elsewhere = { headers: creator.headers, data: { accountId, amount: 50_000, card } };
  await dataOf(await request.post('/api/Payout/Request', elsewhere));
  await page.getByLabel('Сумма, сум').fill('90 000');
  await ask.click();
  await expect(page.getByRole('alert').getByText('На счёте нет такой суммы')).toBeVisible();
  await page.getByLabel('Сумма, сум').fill('40 000');
  const body = page.waitForRequest((sent) => sent.url().includes('Payout/Request'));
  await ask.click();
  expect((await body).postData()).not.toMatch(/86000000|8600 0000/);
  await expect(page.getByText(/^Оператор решит не позже/)).toHaveCount(2);
  await expect(lines).toHaveCount(4);
  await expectAccessible(page, 'main');
  await page.goto('/profile');
  const payout = page.getByRole('region', { name: 'Выплата' });
  await expect(payout.getByText(sumPattern(5_000))).toBeVisible();
  await expect(payout.getByText(sumPattern(90_000))).toBeVisible();
  await page.goBack();

  const other = await context.newPage();
  await other.goto('/profile/security');
  await expect(other.getByRole('main').getByText(`+${creator.phone}`)).toBeVisible();
  await openSections(page);
  await page.getByRole('switch', { name: /На стриме/ }).click();
  await expect(page.getByRole('img', { name: 'Скрыто на время стрима' }).first()).toBeVisible();
  await expect(page.getByText(sumPattern(5_000))).toHaveCount(0);
  await expect(other.getByText(creator.phone)).toHaveCount(0);
  await page.reload();
  await expect(lines).toHaveCount(4);
  await expect(page.getByText(sumPattern(5_000))).toHaveCount(0);
});

test('a balance of nothing offers no payout, and one of something says who calls and what nobody asks', async ({
  page,
  request,
  sandboxUrl,
}) => {
  await openCabinet(page, '/profile/balance');
  await expect(page.getByText(/На счёте пока нечего выводить/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Запросить выплату' })).toHaveCount(0);
  await expect(page.getByLabel('Номер карты')).toHaveCount(0);
  await expectAccessible(page, 'main');
  await enter(page, await creatorWithDonations(request, sandboxUrl), '/profile/balance');
  await expect(page.getByText(/он позвонит на телефон, с которым вы входите/)).toBeVisible();
  await expect(page.getByText(/Оператор решает за 3 рабочих дня\./)).toBeVisible();
  await page.getByLabel('Сумма, сум').fill('95 000');
  await page.getByLabel('Номер карты').fill('8600 0000 0000 0106');
  await page.getByRole('button', { name: 'Запросить выплату' }).click();
  // All of it is on its way, so nothing is left to ask for.
  await expect(page.getByText('Заявка принята')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Запросить выплату' })).toHaveCount(0);
  await expect(page.getByText(/Деньги ждут оператора с \d+ \S+, он решит не позже \d/)).toBeVisible();
  await expect(page.getByText(/Оператор решит не позже \d/)).toBeVisible();
  await expectAccessible(page, 'main');
});

test('an admin pays out and declines, and the creator reads why', { tag: ['@verdict', '@desktop'] }, async ({
  page,
  newWindow,
  request,
  sandboxUrl,
}) => {
  const creator = await creatorWithDonations(request, sandboxUrl);
  const { headers } = creator;
  const [account] = Object.values(await dataOf(await request.get('/api/PersonalAccount/GetAccounts', { headers })));
  const { id: accountId } = Object.assign({ id: '' }, account);
  for (const amount of [30_000, 20_000]) {
    const data = { accountId, amount, card: { mask: '8600 •••• •••• 0106' } };
    await dataOf(await request.post('/api/Payout/Request', { data, headers }));
  }
  const fixture = await newWindow();
  await enterAsStaff(fixture, 'admin');
  await fixture.goto(`/admin/payouts?search=${creator.userName}`);
  const rows = fixture.getByRole('main').getByRole('row').filter({ hasText: creator.userName });
  await expect(rows).toHaveCount(2);
  await expect(rows.getByText(/Решить не позже \d/)).toHaveCount(2);
  await expectAccessible(fixture, 'main');
  await rows
    .filter({ hasText: sumPattern(30_000) })
    .getByRole('button', { name: 'Отметить выплату' })
    .click();
  const dialog = fixture.getByRole('dialog');
  const number = dialog.getByLabel('Номер перевода в банке');
  await number.fill('Перевод 501');
  await number.press('Escape');
  await expect(dialog).toBeHidden();
  await rows
    .filter({ hasText: sumPattern(30_000) })
    .getByRole('button', { name: 'Отметить выплату' })
    .click();
  await expect(number, 'what was typed outlives a closed dialog').toHaveValue('Перевод 501');
  await dialog.getByRole('button', { name: 'Деньги переведены' }).click();
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: 'Отклонить' }).click();
  const reason = dialog.getByLabel('Причина, её увидит автор');
  await reason.fill('а'.repeat(301));
  let sent = 0;
  fixture.on('request', (call) => (sent += call.url().includes('/Payout/Decline') ? 1 : 0));
  await dialog.getByRole('button', { name: 'Отклонить' }).click();
  await expect(reason, 'the field leads to what is wrong with it').toBeFocused();
  await expect(dialog.getByText(/Максимальная длинна текста 300/)).toBeVisible();
  expect(sent, 'nobody asks the server for it').toBe(0);
  await reason.fill('Карта закрыта');
  await expect(dialog.getByText('13 / 300')).toBeVisible();
  await expectAccessible(fixture, 'dialog');
  await dialog.getByRole('button', { name: 'Отклонить' }).click();
  await expect(rows).toHaveCount(0);

  await enter(page, creator, '/profile/balance');
  await expect(page.getByText('Перевод: Перевод 501')).toBeVisible();
  await expect(page.getByText(/Причина: Карта закрыта/)).toBeVisible();
});

test('a donor words a rejected message anew, once', { tag: '@desktop' }, async ({ page, request, sandboxUrl }) => {
  const creator = await creatorWithDonations(request, sandboxUrl);
  const { headers } = creator;
  await request.put('/api/Widget/Settings', { data: { alert: { review: 'hold' } }, headers });
  const donation = newDonation();
  await beginDonation(page, creator.userName, donation);
  await payBy(page, cards.withoutCode);
  await expectThanks(page, donation);
  const reject = async () => {
    const queue = await (await request.get('/api/Widget/Queue', { headers })).json();
    const alertIds = queue.data.held.map(({ alertId }: { alertId: string }) => alertId);
    const answer = await request.post('/api/Widget/Control', { data: { action: 'reject', alertIds }, headers });
    expect(answer.ok()).toBe(true);
  };
  await reject();
  const form = page.getByLabel('Сказать другими словами');
  await form.fill('Доброго вечера и удачи!', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Отправить новое сообщение' }).click();
  await expect(page.getByRole('article')).toContainText('Доброго вечера и удачи!');
  await expect(page.getByText(/Автор просматривает сообщения перед показом/)).toBeVisible();
  await reject();
  await expect(page.getByText(/Автор решил не показывать/)).toBeVisible();
  await expect(form).toHaveCount(0);
});
