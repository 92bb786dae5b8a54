import { afterAll, describe, expect, it } from 'vitest';
import { startTelegram } from '#test/support/notices/telegram-stand-in.ts';
import { startApp } from '#test/support/start-app.ts';

const telegram = await startTelegram();
const app = await startApp({ env: telegram.variables, pages: 'built' });
const plain = await startApp({ pages: 'built' });
afterAll(async () => {
  await plain.close();
  await app.close();
  await telegram.close();
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}, origin = app.url) =>
  fetch(`${origin}${path}`, { headers, redirect: 'manual' });

async function framing(path: string, origin = app.url) {
  const { headers } = await get(path, {}, origin);
  const policy = headers.get('content-security-policy') ?? '';
  return { by: /frame-ancestors ([^;]*)/.exec(policy)?.[1], options: headers.get('x-frame-options') };
}

describe('the launch page', () => {
  it('is framed by Telegram Web alone, and no other page is', async () => {
    const byTelegram = { by: 'https://web.telegram.org', options: null };
    for (const path of ['/telegram', '/telegram?tgWebAppStartParam=dilnoza', '/telegram?lang=en']) {
      expect(await framing(path), path).toEqual(byTelegram);
      expect(await framing(path), 'from the cache').toEqual(byTelegram);
    }
    const nobody = { by: "'none'", options: 'DENY' };
    for (const path of ['/', '/auth', '/market', '/telegram/x', '/telegram.data', '/profile', '/basket']) {
      expect((await framing(path)).by, path).not.toContain('telegram');
    }
    expect(await framing('/')).toEqual(nobody);
    expect(await framing('/telegram', plain.url), 'without a bot').toEqual(nobody);
  });

  it.each([
    ['cross-site', 'document'],
    ['same-site', 'document'],
    ['same-origin', 'document'],
    // A service worker that passes the navigation on.
    ['cross-site', 'empty'],
  ])('logs nobody in whom a page leads there in a whole window: %s, %s', async (from, dest) => {
    const led = (path: string) => get(path, { 'sec-fetch-site': from, 'sec-fetch-dest': dest });
    for (const path of ['/telegram', '/telegram/', '/Telegram', '/telegram?tgWebAppStartParam=//evil.example']) {
      const answer = await led(path);
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, '/telegram?guest=1']);
    }
    const named = await led('/telegram?tgWebAppStartParam=nil-ufar');
    expect(named.headers.get('location')).toBe('/telegram?guest=1&tgWebAppStartParam=nil-ufar');
    expect((await led('/telegram?guest=1&tgWebAppStartParam=nil-ufar')).status).toBe(200);
  });

  it('is given to whom Telegram opens it, and by no shared cache', async () => {
    const opened = async (from: string, dest: string) =>
      (await get('/telegram', { 'sec-fetch-site': from, 'sec-fetch-dest': dest })).status;
    expect(await opened('none', 'document')).toBe(200);
    expect(await opened('cross-site', 'iframe')).toBe(200);
    expect((await get('/telegram')).status).toBe(200);
    for (const path of ['/telegram', '/telegram?lang=en', '/telegram?guest=1']) {
      const { headers } = await get(path);
      expect(headers.get('cache-control'), path).toMatch(/^private/);
      expect(headers.get('cdn-cache-control'), path).toBeNull();
    }
    expect((await get('/')).headers.get('cache-control')).toMatch(/^public/);
  });
});
