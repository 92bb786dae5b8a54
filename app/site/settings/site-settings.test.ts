import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { formOf, photo } from '#test/support/image-client.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, testSecrets } from '#test/support/start-app.ts';
import { buildIfStale } from '../../../operation/install/build-if-stale.ts';
import { sitePages } from '../texts/site-pages.ts';

await buildIfStale(new URL('../../..', import.meta.url).pathname, () => undefined);
const app = await startApp({ pages: 'built' });
afterAll(() => app.close());
const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
const moderator = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });

const read = async (path: string) => (await fetch(`${app.url}${path}`)).text();
/** The words of a page of the operator. */
const articleOf = async (path: string) =>
  ((await read(path)).match(/<article[\s\S]*<\/article>/)?.[0] ?? '').replace(/<[^>]*>/g, '');
const known = async () => dataOf(await app.api('GET Site/Settings', {}, { token: admin.token }));
const save = async (change: object, token: string | undefined = admin.token) => {
  const body = { ...(await known()), ...change };
  return app.api('PUT Site/Settings', { body }, token === undefined ? {} : { token });
};
const texts = async (page: string) =>
  dataOf(await app.api('GET Site/Texts', { query: { page } }, { token: admin.token }));
const write = async (page: string, change: object) => {
  const { version } = await texts(page);
  const body = { page, ru: '', uz: '', en: '', version, ...change };
  return app.api('PUT Site/Texts', { body }, { token: admin.token });
};

async function upload(by: SignedIn): Promise<string> {
  const body = formOf(await photo(300, 300).png().toBuffer(), 'Logo');
  const headers = { authorization: `Bearer ${by.token}` };
  const answer = await fetch(`${app.url}/api/Images`, { method: 'POST', headers, body });
  return String(Object.assign({ data: { name: '' } }, await answer.json()).data.name);
}

describe('the brand', () => {
  it('is set by admins only, with valid values', async () => {
    expect((await save({ name: 'Ёлка' }, moderator.token)).status).toBe(403);
    expect((await app.api('GET Site/Settings', {}, { token: moderator.token })).status).toBe(403);
    expect((await app.api('GET Site/Settings')).status).toBe(401);
    const wrong: [object, string][] = [
      [{ name: 'я'.repeat(31) }, 'name'],
      [{ accent: 'red' }, 'accent'],
      [{ accent: '#fff;}body{display:none' }, 'accent'],
      [{ email: 'nobody' }, 'email'],
      [{ phone: 'call me' }, 'phone'],
      [{ telegram: '@opora' }, 'telegram'],
      [{ taxNumber: '30512345' }, 'taxNumber'],
      [{ taxNumber: '305 123 456' }, 'taxNumber'],
      [{ logo: 'a'.repeat(22) }, 'logo'],
      [{ logo: await upload(moderator) }, 'logo'],
    ];
    for (const [change, field] of wrong) {
      const answer = await save(change);
      const { error } = Object.assign({ error: { fields: {} } }, answer.body);
      expect([answer.status, Object.keys(error.fields)]).toEqual([400, [field]]);
    }
  });

  it('has an e-mail of any alphabet', async () => {
    for (const email of ['имя@почта.уз', 'a@b.c', 'a.b@c.d.e', '']) {
      expect((await save({ email })).status).toBe(200);
      expect((await app.api('GET Site/Settings', {}, { token: admin.token })).body).toMatchObject({ data: { email } });
    }
  });

  it('is shown by every page at once, and by its colour only where it can be read', async () => {
    expect(await read('/authors')).toContain('<title>Авторы — Опора</title>');
    const logo = await upload(admin);
    expect((await save({ name: 'Ёлка & <Ко>', accent: '#ffee00', logo })).status).toBe(200);
    const html = await read('/authors');
    expect(html).toContain('<title>Авторы — Ёлка &amp; &lt;Ко&gt;</title>');
    expect(html).toContain('<meta property="og:site_name" content="Ёлка &amp; &lt;Ко&gt;"');
    expect(html).toContain(`name=${logo}&amp;w=64`);
    expect(html).not.toContain('/favicon.svg');
    expect(html).toMatch(/<style[^>]*>:root:root:root\{--accent:light-dark\(#[0-9a-f]{6},/);
    expect(html).not.toContain('--accent-text:light-dark(#ffee00');
    const manifest: unknown = JSON.parse(await read('/manifest.webmanifest'));
    expect(manifest).toMatchObject({ name: 'Ёлка & <Ко>', icons: [{ src: expect.stringContaining(logo) }] });
    const picture = /property="og:image" content="[^"]*(\/og\/the-site\.png[^"]*)"/.exec(html)?.[1] ?? '';
    const drawn = await (await fetch(`${app.url}${picture.replaceAll('&amp;', '&')}`)).arrayBuffer();
    expect(await sharp(Buffer.from(drawn)).metadata()).toMatchObject({ width: 1200, height: 630 });
    expect(await app.opora.areas.images.sweepUnusedImages()).toBe(0);
    expect((await save({ name: '', accent: '', logo: '' })).status).toBe(200);
    expect(await read('/authors')).toContain('<title>Авторы — Опора</title>');
  });

  it('is not overwritten by an admin who has not seen it', async () => {
    const before = await known();
    expect((await save({ company: 'ООО «Первый»' })).status).toBe(200);
    const late = await app.api('PUT Site/Settings', { body: before }, { token: admin.token });
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'SiteChanged' } } });
    const seen = await known();
    const put = (company: string) =>
      app.api('PUT Site/Settings', { body: { ...seen, company } }, { token: admin.token });
    const both = await Promise.all([put('А'), put('Б')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { items } = dataOf(await app.api('GET Moderator/Audit', { query: { Take: 1 } }, { token: admin.token }));
    expect(items).toMatchObject([{ call: 'PUT Site/Settings', input: { company: expect.stringMatching(/^[АБ]$/) } }]);
  });
});

describe('the pages below /about', () => {
  it('are there in every language, with the real commission and contacts, and in the sitemap', async () => {
    await save({ email: 'help@opora.test', phone: '+998 71 200-00-01', company: 'ООО «Опора»' });
    for (const page of sitePages)
      for (const locale of ['ru', 'uz', 'en'])
        expect(await articleOf(`/about/${page}?lang=${locale}`)).toMatch(/^[^{}*]{200,}$/);
    expect(await read('/about/fees')).toContain('<b>5\u00a0%</b>');
    expect(await read('/about/contacts')).toContain('href="mailto:help@opora.test"');
    expect(await articleOf('/about/contacts')).toContain('Организация: ООО «Опора»');
    expect(await articleOf('/about/contacts')).not.toContain('Адрес:');
    expect((await fetch(`${app.url}/about/fees`)).headers.get('cache-control')).toContain('s-maxage');
    expect(await read('/sitemap/pages.xml')).toContain('/about/terms</loc>');
    expect((await fetch(`${app.url}/about/nothing`)).status).toBe(404);
  });

  it('show the texts of the operator at once, without their HTML', async () => {
    expect(await read('/about/terms')).toContain('Эти условия действуют');
    const ru = '## Свои <script>alert(1)</script>\n[сюда](javascript:alert(1)) за {commission}';
    expect((await write('terms', { ru })).status).toBe(200);
    const html = await read('/about/terms');
    expect(html).toMatch(/<h2 class="[^"]*">Свои &lt;script&gt;alert\(1\)&lt;\/script&gt;<\/h2>/);
    expect(html).not.toContain('href="javascript:');
    expect(html).toContain('Редакция от');
    expect(await read('/about/terms?lang=en')).toContain('Свои &lt;script&gt;');
    expect((await write('terms', {})).status).toBe(200);
    expect(await read('/about/terms')).toContain('Эти условия действуют');
    expect((await texts('terms')).history).toMatchObject([{ ru, uz: '', en: '' }]);
  });

  it('are not overwritten unseen, and changed by admins only', async () => {
    const { version } = await texts('help');
    const body = { page: 'help', ru: 'Раз', uz: '', en: '', version };
    const call = (token: string) => app.api('PUT Site/Texts', { body }, { token });
    expect((await call(moderator.token)).status).toBe(403);
    const both = await Promise.all([call(admin.token), call(admin.token)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await write('help', { ru: 'я'.repeat(20_001) })).status).toBe(400);
  });
});
