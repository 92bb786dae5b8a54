import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { fields, newPerson, password, press } from '#test/e2e/support/people.ts';
import { startProduction } from '#test/e2e/support/production.ts';
import { startStandIn } from '#test/support/senders/service-stand-in.ts';
import { ownGateway, telegramGateway } from '#test/support/senders/services.ts';

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
    await page.goto('about:blank');
    await production.close();
    await telegram.close();
  }
});

test.describe('without an admin', () => {
  test.use({ expectedTroubles: [/status of 404 .*first-start/] });

  test('the first person of an empty installation becomes its admin by the link of the log', async ({ page }) => {
    const gateway = await startStandIn(ownGateway);
    const production = await startProduction({ SMS: 'http', ...ownGateway.variables(gateway.url) });
    const lastCode = () => /\d{6}/.exec(gateway.taken.at(-1)?.content ?? '')?.[0] ?? '';
    const person = newPerson();
    try {
      const linkOf = async () => /http\S+\/first-start\?key=[\w-]+/.exec(await production.said())?.[0] ?? '';
      await expect.poll(linkOf).not.toBe('');
      const link = await linkOf();
      await page.goto(link);
      await expect(page.getByRole('heading', { name: 'Первый запуск' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('main').getByRole('link', { name: 'Зарегистрироваться' }).click();
      await fields(page).phone.fill(person.written);
      await fields(page).password.fill(password);
      await press(page, 'Получить код');
      await expect(fields(page).code).toBeVisible();
      await fields(page).code.fill(lastCode());
      await press(page, 'Стать администратором');
      await page.getByRole('link', { name: 'Войти в управление' }).click();
      await fields(page).phone.fill(person.written);
      await fields(page).password.fill(password);
      await press(page, 'Получить код');
      // A code of the second factor waits for its own kind only, not for the one of the registration.
      await expect(page.getByRole('heading', { name: 'Второй шаг' })).toBeVisible();
      await fields(page).code.fill(lastCode());
      await expect(page).toHaveURL(/\/admin\/blogers$/);
      const [answer] = await Promise.all([page.waitForResponse(link), page.goto(link)]);
      expect(answer.status()).toBe(404);
    } finally {
      await page.goto('about:blank');
      await production.close();
      await gateway.close();
    }
  });
});
