import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contrast } from '#base/ui/theme/accent.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { LIMITS: 'off' } });
}, 60_000);
afterAll(() => app.close());

const open = async (path: string) => {
  const answer = await fetch(`${app.url}${path}`, { headers: { cookie: 'lang=en', 'accept-language': 'en' } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

const creator = async (userName: string) => signIn(app.db, testSecrets.jwt, { userName });

describe('the embedded widget', () => {
  it('may be framed by any site, runs nothing, sets no cookie, and is cached for all', async () => {
    await creator('nilufar');
    const { status, headers, text } = await open('/embed/nilufar');
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of ["default-src 'none'", 'frame-ancestors *', "form-action 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/script|unsafe/);
    expect(headers.get('x-frame-options')).toBeNull();
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('vary')).toBeNull();
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(text).not.toMatch(/<script|<form|javascript:| on\w+=/);
    expect(text).toContain('<html lang="ru">');
    expect(text.length).toBeLessThan(12_000);
    const links = [...text.matchAll(/<a ([^>]+)>/g)].map(([, attributes]) => attributes);
    expect(links).toHaveLength(6);
    for (const link of links) {
      expect(link).toMatch(/href="http[^"]+\/nilufar(\?amount=\d+)?" target="_blank" rel="noopener"/);
    }
  });

  it('has themes, sizes and languages; what is unknown counts as not chosen', async () => {
    await creator('rustam');
    const large = (await open('/embed/rustam')).text;
    expect(large).toContain('color-scheme:light dark');
    expect((await open('/embed/rustam?theme=dark')).text).toContain('color-scheme:dark;');
    expect((await open('/embed/rustam?lang=uz')).text).toContain('Qoʻllab-quvvatlash');
    const small = (await open('/embed/rustam?size=small&lang=en')).text;
    expect(small).toContain('Support');
    expect(small).not.toContain('class="sums"');
    expect((await open('/embed/rustam?theme=%3Cscript%3E&size=9&lang=xx&lang=ru')).text).toBe(large);
  });

  it('shows a name as text, and says where there is no such creator', async () => {
    const { userId } = await creator('hacker');
    await app.db.execute(sql`update creator set given_name = ${'<img src=x onerror=alert(1)>"'}, sur_name = 'К',
      about = '</style><script>1</script>', hide_full_name = false where user_id = ${userId}`);
    const { text } = await open('/embed/hacker');
    expect(text).toContain('&lt;img src=x');
    expect(text).not.toMatch(/<script|<img/);
    for (const path of ['/embed/nobody_there', '/embed/..%2f..%2fetc', '/embed/a']) {
      const missing = await open(path);
      expect(missing.status).toBe(404);
      expect(missing.text).toContain('Такой страницы нет');
    }
  });

  it('offers a button as a picture, and no sums while donations are paused', async () => {
    await creator('button_owner');
    const button = await open('/embed/button_owner/button.svg?lang=en');
    expect(button.headers.get('content-type')).toBe('image/svg+xml');
    expect(button.text).toContain('>Support</text>');
    expect((await open('/embed/nobody_there/button.svg')).status).toBe(404);
    await app.db.execute(sql`update creator set accent = '#ffe680' where user_name = 'button_owner'`);
    const ground =
      /<rect [^>]*fill="(#[\da-f]{6})"/.exec((await open('/embed/button_owner/button.svg')).text)?.[1] ?? '';
    expect(contrast(ground, '#ffffff')).toBeGreaterThan(4.5);
    await app.db.execute(sql`update donation_settings set is_enabled = false, stop_reason = 'x'`);
    expect((await open('/embed/button_owner')).text).toContain('Донаты на паузе');
    await app.db.execute(sql`update donation_settings set is_enabled = true, stop_reason = ''`);
  });
});
