import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { contrast } from '#base/ui/theme/accent.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
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
    for (const part of ["default-src 'none'", 'frame-ancestors *', 'form-action http']) expect(policy).toContain(part);
    expect(policy).not.toMatch(/script|unsafe/);
    expect(headers.get('x-frame-options')).toBeNull();
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('vary')).toBeNull();
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(text).not.toMatch(/<script|javascript:| on\w+=/);
    expect(text).toMatch(
      /<form action="http[^"]+\/embed\/nilufar\/form" method="post" target="_blank" rel="noopener"><fieldset class="sums">/,
    );
    expect(text).toContain('<html lang="ru">');
    expect(text.length).toBeLessThan(12_000);
    expect([...text.matchAll(/ type="radio" name="amount" value="\d+"/g)]).toHaveLength(4);
    const links = [...text.matchAll(/<a ([^>]+)>/g)].map(([, attributes]) => attributes);
    expect(links).toEqual([expect.stringMatching(/href="http[^"]+\/nilufar" target="_blank" rel="noopener"/)]);
  });

  it('asks for a name and a message where it is large', async () => {
    await creator('asking_owner');
    const fields = async (size: string) =>
      [...(await open(`/embed/asking_owner?size=${size}`)).text.matchAll(/<(?:input|textarea) name="(\w+)"/g)].map(
        ([, name]) => name,
      );
    expect(await fields('large')).toEqual(['own', 'message', 'name']);
    expect(await fields('medium')).toEqual(['own']);
    expect(await fields('small')).toEqual([]);
  });

  it('has themes, sizes and languages; what is unknown counts as not chosen', async () => {
    await creator('rustam');
    const large = (await open('/embed/rustam')).text;
    expect(large).toContain('main{color-scheme:light dark;');
    expect((await open('/embed/rustam?theme=dark')).text).toContain('main{color-scheme:dark;');
    const uzbek = (await open('/embed/rustam?lang=uz')).text;
    expect(uzbek).toContain('Qoʻllab-quvvatlash');
    expect(uzbek).toMatch(/\d\u00a0soʻm</);
    expect(uzbek).not.toContain('UZS');
    expect((await open('/embed/RUSTAM')).text).toBe(large);
    const small = (await open('/embed/rustam?size=small&lang=en')).text;
    expect(small).toContain('Support');
    expect(small).not.toContain('class="sums"');
    expect((await open('/embed/rustam?theme=%3Cscript%3E&size=9&lang=xx&lang=ru')).text).toBe(large);
  });

  it('is a form, a goal or a button', async () => {
    const owner = await creator('views_owner');
    const goalSetting = { statistics: { goal: { title: 'Микрофон', amount: 100_000 } } };
    expect((await app.api('PUT Widget/Settings', { body: goalSetting }, owner)).status).toBe(200);
    expect((await open('/embed/views_owner?view=form')).text).toBe((await open('/embed/views_owner')).text);
    const goal = (await open('/embed/views_owner?view=goal')).text;
    expect(goal).toContain('<b>Микрофон</b><progress max="100000" value="0"');
    expect(goal).not.toMatch(/<form|class="sums"|class="cover"/);
    const button = (await open('/embed/views_owner?view=button')).text;
    expect([...button.matchAll(/<a /g)]).toHaveLength(1);
  });

  it('is named for an address of a creator as oEmbed says, and for nothing else', async () => {
    await creator('oembed_owner');
    const ask = (url: string, more = '') => open(`/api/oEmbed?url=${encodeURIComponent(url)}${more}`);
    const own = await ask(`${app.url}/oembed_owner`, '&maxwidth=400&maxheight=200');
    expect(own.headers.get('access-control-allow-origin')).toBe('*');
    expect(JSON.parse(own.text)).toMatchObject({
      version: '1.0',
      provider_name: 'Опора',
      type: 'rich',
      author_url: `${app.url}/oembed_owner`,
      width: 400,
      height: 200,
      html: expect.stringContaining(`<iframe src="${app.url}/embed/oembed_owner"`),
    });
    const framed = JSON.parse((await ask(`${app.url}/embed/oembed_owner?view=goal&theme=dark"><script>`)).text);
    expect(framed.html).toMatch(/src="[^"]+\/embed\/oembed_owner\?view=goal" /);
    for (const url of [
      '',
      'x',
      'https://elsewhere.example/oembed_owner',
      `${app.url}/nobody_there`,
      `${app.url}/market`,
    ])
      expect((await ask(url)).status).toBe(404);
    expect((await ask(`${app.url}/oembed_owner`, '&format=xml')).status).toBe(404);
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
