import { createServer } from 'node:http';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { creatorWithDonations } from '#test/e2e/support/paid-creator.ts';
import { dataOf, enter, menu, registered, sendLogin } from '#test/e2e/support/people.ts';

// What leads to an address that is none of the application's.
test.use({ expectedTroubles: [/status of 409 .*Integration/] });

/** The address to which an application has people sent back. */
async function openProgram() {
  const back: URL[] = [];
  const server = createServer((asked, answer) => {
    const url = new URL(asked.url ?? '/', 'http://program');
    if (url.pathname === '/back') back.push(url);
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Бот</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  const port = typeof at === 'object' && at ? at.port : 0;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { redirect: `http://127.0.0.1:${port}/back`, back, close };
}

const scope = 'oauth-user-show oauth-donation-index oauth-donation-subscribe';

const askedAt = (clientId: string, redirect: string, more: Readonly<Record<string, string>> = {}) =>
  `/oauth/authorize?${new URLSearchParams({ client_id: clientId, redirect_uri: redirect, response_type: 'code', scope, state: 'раз', ...more })}`;

async function registerApplication(request: APIRequestContext, redirect: string) {
  const developer = await registered(request);
  const headers = { authorization: `Bearer ${developer.token}` };
  const data = { name: 'Бот', redirects: [redirect] };
  return dataOf(await request.post('/api/Integration/CreateApplication', { headers, data }));
}

const inTools = async (page: Page) => {
  await page.goto('/profile/tools');
  return page.getByRole('region', { name: 'Приложения с доступом' });
};

test('an application is registered, let in by another creator, reads the donations and is shut out', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const program = await openProgram();
  try {
    const creator = await creatorWithDonations(request, sandboxUrl);
    await enter(page, await registered(request), '/profile/tools');
    await page.getByText('Для разработчиков').click();
    await page.getByLabel('Название приложения').fill('Бот');
    await page.getByLabel('Адрес возврата (redirect URI)').fill(program.redirect);
    await page.getByRole('button', { name: 'Создать приложение' }).click();
    const secret = (await page.getByText(/^[\w-]{43}$/).textContent()) ?? '';
    const clientId = /ID (\d+)/.exec((await page.getByText('Это секрет приложения').textContent()) ?? '')?.[1] ?? '';
    await page.getByRole('button', { name: 'Готово, сохранено' }).click();
    await expect(page.getByText(secret)).toHaveCount(0);
    await expectAccessible(page, 'main');
    await noHorizontalScroll(page);

    await enter(page, creator, askedAt(clientId, program.redirect));
    await expect(page.getByRole('heading', { name: 'Доступ для приложения' })).toBeVisible();
    await expect(page.getByText(creator.userName, { exact: true }).last()).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Новые донаты сразу' })).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, 'main');
    }
    await noHorizontalScroll(page);
    await page.getByRole('button', { name: 'Разрешить' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/back\?code=/);
    const [back] = program.back;
    expect(back?.searchParams.get('state')).toBe('раз');

    const form = {
      grant_type: 'authorization_code',
      client_id: clientId,
      client_secret: secret,
      redirect_uri: program.redirect,
      code: back?.searchParams.get('code') ?? '',
    };
    const keys = Object.assign({ access_token: '' }, await (await request.post('/oauth/token', { form })).json());
    const headers = { authorization: `Bearer ${keys.access_token}` };
    const read = () => request.get('/api/v1/alerts/donations', { headers });
    expect(await (await read()).json()).toMatchObject({ data: [{ username: 'Борис' }, { username: 'Анна' }] });

    const granted = await inTools(page);
    await granted.getByRole('button', { name: 'Закрыть доступ приложению Бот' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Закрыть доступ' }).click();
    await expect(granted).toBeHidden();
    expect((await read()).status()).toBe(401);
  } finally {
    program.close();
  }
});

test('who denies goes back without a code, and nobody is sent to a strange address', async ({ page, request }) => {
  const program = await openProgram();
  try {
    const { clientId } = await registerApplication(request, program.redirect);
    const person = await registered(request);
    await enter(page, person, askedAt(String(clientId), program.redirect));
    await page.getByRole('button', { name: 'Отказать' }).click();
    await expect(page).toHaveURL(/\/back\?error=access_denied/);
    expect(program.back.at(-1)?.searchParams.get('state')).toBe('раз');

    await page.goto(askedAt(String(clientId), program.redirect, { scope: 'oauth-custom_alert-store' }));
    await expect(page.getByText('invalid_scope')).toBeVisible();
    await expectAccessible(page, 'main');
    expect(program.back).toHaveLength(1);
    await page.getByRole('button', { name: 'Вернуться в приложение' }).click();
    await expect(page).toHaveURL(/\/back\?error=invalid_scope/);

    await page.goto(askedAt(String(clientId), 'https://evil.test/'));
    await expect(page.getByRole('alert')).toContainText('нет среди его адресов');
    await expect(page.getByRole('button', { name: 'Разрешить' })).toHaveCount(0);
  } finally {
    program.close();
  }
});

test('a guest logs in first and comes back to the question', async ({ page, request }) => {
  const program = await openProgram();
  try {
    const { clientId } = await registerApplication(request, program.redirect);
    const person = await registered(request);
    await page.goto(askedAt(String(clientId), program.redirect));
    await expect(page).toHaveURL(/\/auth\?next=/);
    await sendLogin(page, person);
    await expect(page.getByRole('button', { name: 'Разрешить' })).toBeVisible();
    await expect(menu(page)).toBeVisible();
    expect(program.back).toHaveLength(0);
  } finally {
    program.close();
  }
});

test.describe('a session that ends before the answer', () => {
  // The answer, and what the page asks besides.
  test.use({ expectedTroubles: [/status of 401 /] });

  test('leads to the login and back, also where it has ended before the question', async ({ page, request }) => {
    const person = await registered(request);
    const data = { accessToken: person.token, refreshToken: person.refreshToken };
    expect((await request.post('/api/Identity/RevokeToken', { data })).status()).toBe(200);
    await enter(page, person, askedAt('1', 'https://bot.example/back'));
    await expect(page).toHaveURL(/\/auth\?next=.*ask%3Daccess/);
  });

  test('leads to the login and back to the question', async ({ page, request }) => {
    const program = await openProgram();
    try {
      const { clientId } = await registerApplication(request, program.redirect);
      const person = await registered(request);
      await enter(page, person, askedAt(String(clientId), program.redirect));
      await expect(page.getByRole('button', { name: 'Разрешить' })).toBeVisible();
      const data = { accessToken: person.token, refreshToken: person.refreshToken };
      expect((await request.post('/api/Identity/RevokeToken', { data })).status()).toBe(200);
      await page.getByRole('button', { name: 'Разрешить' }).click();
      await expect(page).toHaveURL(/\/auth\?next=/);
      await sendLogin(page, person);
      await page.getByRole('button', { name: 'Разрешить' }).click();
      await expect(page).toHaveURL(/\/back\?code=.*state=/);
    } finally {
      program.close();
    }
  });
});
