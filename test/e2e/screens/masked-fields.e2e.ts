import { expect, test } from '#test/e2e/support/fixtures.ts';

test('a typed sum is the pasted one, also after a correction in the middle', async ({ page, creator }) => {
  await page.goto(`/${creator.userName}`);
  const sum = page.getByLabel('Сумма', { exact: true });
  const retype = async (text: string) => {
    await sum.fill('');
    await sum.pressSequentially(text);
  };
  await retype('10 000,00');
  await expect(sum).toHaveValue('10\u00a0000,00');
  await expect(page.getByRole('button', { name: /^Поддержать/ })).toContainText(/10\s000/);
  await sum.fill('10 000,00');
  await expect(sum).toHaveValue('10\u00a0000,00');
  await retype('10000');
  await sum.press('Home');
  await sum.press('Delete');
  await expect(sum).toHaveValue('0\u00a0000');
  await sum.pressSequentially('2 ');
  await expect(sum).toHaveValue('20\u00a0000');
  await sum.pressSequentially('5');
  await expect(sum).toHaveValue('250\u00a0000');
  await retype('5000 x');
  await expect(sum).toHaveValue('5\u00a0000\u00a0x');
  await expect(page.getByText('Укажите сумму числом')).toBeVisible();
});

test('a typed sum is grouped as the language of the page groups sums', async ({ page, creator }) => {
  await page.goto(`/${creator.userName}`);
  await page.context().addCookies([{ name: 'lang', value: 'en', url: page.url() }]);
  await page.reload();
  const sum = page.getByLabel('Amount', { exact: true });
  const give = page.getByRole('button', { name: /^Support/ });
  const retype = async (text: string) => {
    await sum.fill('');
    await sum.pressSequentially(text);
  };
  await retype('1,234,567.5');
  await expect(sum).toHaveValue('1,234,567.5');
  await expect(give).toContainText('1,234,567.50');
  await sum.fill('50 000');
  await expect(sum).toHaveValue('50,000');
  await sum.press('Home');
  await sum.press('ArrowRight');
  await sum.press('Delete');
  await expect(sum).toHaveValue('5,000');
  await sum.pressSequentially('1');
  await expect(sum).toHaveValue('51,000');
  await sum.press('Shift+End');
  await sum.pressSequentially('2');
  await expect(sum).toHaveValue('512');
  await sum.fill('51000');
  await expect(sum).toHaveValue('51,000');
  await expect(give).toContainText('51,000');
  await sum.fill('12000,50');
  await expect(sum).toHaveValue('12\u00a0000,50');
  await expect(give).toContainText('12,000.50');
  await page.reload();
  await expect(sum).toHaveValue('12,000.50');
  await retype('12000,500');
  await expect(sum).toHaveValue('12\u00a0000,500');
  await expect(page.getByText('Enter the amount as a number')).toBeVisible();
});

test('a phone of another country is not taken for one of this country', async ({ page }) => {
  await page.goto('/registration');
  const phone = page.getByLabel('Номер телефона');
  await phone.pressSequentially('+7 701 123 45 67');
  await expect(phone).toHaveValue('+77011234567');
  await expect(page.getByText('Нужен номер, который начинается с +998')).toBeVisible();
  await phone.fill('');
  await phone.pressSequentially('8 90 123 45 67');
  await expect(phone).toHaveValue('+998 (89) 012-34-567');
  const tooLong = page.getByText('Уберите 8 или 0 в начале: после +998 в номере 9 цифр');
  await expect(tooLong).toBeVisible();
  await phone.press('Home');
  for (let steps = 0; steps < 6; steps += 1) await phone.press('ArrowRight');
  await phone.press('Delete');
  await expect(phone).toHaveValue('+998 (90) 123-45-67');
  await expect(tooLong).toBeHidden();
});
