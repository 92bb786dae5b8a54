import { readFile } from 'node:fs/promises';
import { cards } from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { dataOf, enter, registered } from '#test/e2e/support/people.ts';
import { enterAsStaff, staffTokens } from '#test/e2e/support/staff.ts';
import { pdfTexts } from '#test/support/pdf-text.ts';

test('an admin takes the month for the bookkeeper as a table and as a document', async ({ page }) => {
  await enterAsStaff(page, 'admin');
  await page.goto('/admin/payouts');
  const section = page.getByRole('region', { name: 'Месяц для бухгалтера' });
  const months = section.getByLabel('Месяц');
  await months.selectOption({ index: 0 });
  const month = await months.inputValue();
  const saved = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      section.getByRole('button', { name, exact: true }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const table = await saved('CSV');
  expect(table.name).toBe(`month-${month}.csv`);
  expect(table.bytes.toString()).toMatch(/^\uFEFF"Адрес автора";"Автор";"ИНН или ПИНФЛ";"Донаты"/);
  const paper = await saved('PDF');
  expect(await pdfTexts(paper.bytes)).toContain(`Обороты за месяц ${month}`);
  await expectAccessible(page);
});

test('a creator takes the act of a payout', async ({ page, request, sandboxUrl }) => {
  const creator = await registered(request);
  const headers = { authorization: `Bearer ${creator.token}` };
  const profile = await dataOf(await request.get('/api/PersonalAccount/Get', { headers }));
  const { id: projectId } = Object.assign({ id: '' }, profile.donate);
  const given = await request.post('/api/ProjectPay/Create', { data: { projectId, amount: 50_000, name: 'Анна' } });
  const card = { card: { pan: cards.withoutCode.replaceAll(' ', ''), expiry: '1239' }, payment_system: 'uzcard' };
  await request.patch(new URL(String((await dataOf(given)).paymentUrl), sandboxUrl).href, { data: card });
  const accounts = async () =>
    Object.values(await dataOf(await request.get('/api/PersonalAccount/GetAccounts', { headers })));
  const account = async () => Object.assign({ id: '', balance: 0 }, (await accounts())[0]);
  await expect.poll(async () => (await account()).balance).toBeGreaterThan(30_000);
  const asked = { accountId: (await account()).id, amount: 30_000, card: { mask: '8600 •••• •••• 0106' } };
  const { id: payoutId } = await dataOf(await request.post('/api/Payout/Request', { data: asked, headers }));
  const { token } = await staffTokens('admin', request);
  const paid = { payoutId, reference: 'Перевод 777' };
  await request.put('/api/Payout/Pay', { data: paid, headers: { authorization: `Bearer ${token}` } });

  await enter(page, creator, '/profile/balance');
  const [act] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Скачать акт № 20\d\d-\d+$/ }).click(),
  ]);
  expect(await pdfTexts(await readFile(await act.path()))).toContain('Перевод 777');
  await expectAccessible(page, 'main');
});
