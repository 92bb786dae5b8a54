import { startStandIn } from '#test/support/senders/service-stand-in.ts';
import { telegramGateway } from '#test/support/senders/services.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { startProduction } from './support/production.ts';

test('a code that comes by Telegram says so, shows that it was read, and logs in', async ({ page }) => {
  const telegram = await startStandIn(telegramGateway);
  const env = { SMS: 'telegram-gateway', ...telegramGateway.variables(telegram.url) };
  const production = await startProduction(env);
  try {
    await page.goto(`${production.url}/identify`);
    await page.getByLabel('Номер телефона').fill('+998901112233');
    await page.getByRole('button', { name: 'Получить код' }).click();
    await expect(page.getByRole('heading', { name: 'Код из Telegram' })).toBeVisible();
    await expect(page.getByText('Сообщение в Telegram прочитано')).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByText('Код отправлен в Telegram на')).toBeVisible();
    await page.getByLabel('Код из Telegram, 6 цифр').fill(telegram.taken[0]?.content ?? '');
    await expect(page).toHaveURL(/\/profile/);
  } finally {
    await production.close();
    await telegram.close();
  }
});
