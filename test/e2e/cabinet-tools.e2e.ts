import { createServer } from 'node:http';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { creatorWithDonations } from '#test/e2e/support/paid-creator.ts';
import { enter } from '#test/e2e/support/people.ts';

// The empty forms.
test.use({ expectedTroubles: [/status of 400 .*Integration/] });

test('a key reads the donations; a webhook is sent, tested and sent again', { tag: '@desktop' }, async ({
  page,
  request,
  sandboxUrl,
}) => {
  const creator = await creatorWithDonations(request, sandboxUrl);
  const deliveries: string[] = [];
  const mayAnswer = Promise.withResolvers<void>();
  const receiver = createServer((asked, answer) => {
    deliveries.push(String(asked.headers['x-opora-delivery']));
    void mayAnswer.promise.then(() => answer.writeHead(200).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const at = receiver.address();
  const url = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/hook`;
  try {
    await enter(page, creator, '/profile/tools');
    await page.getByRole('button', { name: 'Создать ключ' }).click();
    await expect(page.getByLabel('Для какой программы')).toHaveAccessibleDescription('Назовите ключ');
    await page.getByLabel('Для какой программы').fill('OBS');
    await page.getByRole('button', { name: 'Создать ключ' }).click();
    const token = (await page.getByText(/^opora_[\w-]{43}$/).textContent()) ?? '';
    const donations = await request.get('/api/v1/alerts/donations', { headers: { authorization: `Bearer ${token}` } });
    expect(await donations.json()).toMatchObject({
      data: [{ username: 'Борис', amount: 60_000 }, { username: 'Анна' }],
    });
    await page.getByRole('button', { name: 'Готово, сохранено' }).click();
    await expect(page.getByText(token)).toHaveCount(0);

    await page.getByText('Для разработчиков').click();
    await page.getByRole('button', { name: 'Добавить адрес' }).click();
    await expect(page.getByLabel('Адрес вашего сервера')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Адрес вашего сервера').fill(url);
    await page.getByRole('button', { name: 'Добавить адрес' }).click();
    await page.getByRole('button', { name: 'Готово, сохранено' }).click();
    await page.getByRole('button', { name: 'Отправить проверку' }).click();
    await expect.poll(() => deliveries.length).toBe(1);
    await page.reload();
    await expect(page.getByText('Отправляется…')).toBeVisible();
    mayAnswer.resolve();
    await expect(page.getByText('Доставлено, ответ 200')).toBeVisible();
    await page.getByRole('button', { name: 'Отправить ещё раз' }).click();
    await expect.poll(() => deliveries.length).toBe(2);
    expect(new Set(deliveries).size).toBe(1);
    await expectAccessible(page, 'main');

    await page.getByRole('button', { name: 'Отозвать ключ OBS' }).click();
    await page.getByRole('button', { name: 'Отозвать ключ', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Отозвать ключ OBS' })).toHaveCount(0);
    const after = await request.get('/api/v1/user/oauth', { headers: { authorization: `Bearer ${token}` } });
    expect(after.status()).toBe(401);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
});

test('a key with the right opens the stream of events, another one does not', async ({ page, request, sandboxUrl }) => {
  const creator = await creatorWithDonations(request, sandboxUrl);
  const make = async (name: string) => {
    await page.getByLabel('Для какой программы').fill(name);
    await page.getByRole('button', { name: 'Создать ключ' }).click();
    const token = (await page.getByText(/^opora_[\w-]{43}$/).textContent()) ?? '';
    await page.getByRole('button', { name: 'Готово, сохранено' }).click();
    return token;
  };
  const firstOf = async (token: string) => {
    const stop = new AbortController();
    const answer = await fetch(new URL(`/api/Events/Stream?token=${token}`, page.url()), { signal: stop.signal });
    const { value = new Uint8Array() } = (await answer.body?.getReader().read()) ?? {};
    stop.abort();
    return [answer.status, new TextDecoder().decode(value)];
  };
  await enter(page, creator, '/profile/tools');
  const narrow = await make('OBS');
  await page.getByLabel('Все события сразу').check();
  const wide = await make('Streamer.bot');
  await expect(page.getByText('Имя и аватар, Список донатов, Новые донаты сразу, Все события сразу')).toBeVisible();
  expect(await firstOf(narrow)).toEqual([403, expect.stringContaining('Forbidden')]);
  expect(await firstOf(wide)).toEqual([200, expect.stringContaining('retry: 1000')]);
  await page.getByText('Для разработчиков').click();
  await page.getByRole('link', { name: 'Примеры и рецепты' }).click();
  await expect(page.getByRole('heading', { name: 'Поток событий' })).toBeVisible();
  await expect(page.getByText('/api/Events/Socket?token=opora_…', { exact: false }).first()).toBeVisible();
  await expectAccessible(page, 'main');
});
