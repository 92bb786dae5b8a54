import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { newProduct } from '#test/support/merch-fixture.ts';
import { profileClient } from '#test/support/profile-client.ts';
import { startApp } from '#test/support/start-app.ts';
import { buildIfStale } from '../../operation/install/build-if-stale.ts';

await buildIfStale(new URL('../..', import.meta.url).pathname, () => undefined);
const app = await startApp({ pages: 'built' });
afterAll(() => app.close());

const { newcomer } = profileClient(() => app);
const read = async (path: string, headers = {}) => (await fetch(`${app.url}${path}`, { headers })).text();

/** What the links of the head say of the page's addresses, without the site's own. */
function addressesIn(html: string): string[] {
  return [...html.matchAll(/<link rel="(?:canonical|alternate)"[^>]*>/g)].map(([link]) => {
    const { pathname, search } = new URL(/href="([^"]*)"/.exec(link)?.[1] ?? '');
    return `${/hreflang="([^"]*)"/i.exec(link)?.[1] ?? 'canonical'} ${pathname}${search}`;
  });
}

test('a page has one address in each language and says which', async () => {
  const others = ['ru /authors', 'uz /authors?lang=uz', 'en /authors?lang=en', 'x-default /authors'];
  expect(addressesIn(await read('/authors'))).toEqual(['canonical /authors', ...others]);
  expect(addressesIn(await read('/authors?lang=ru'))).toEqual(['canonical /authors', ...others]);
  expect(addressesIn(await read('/authors?lang=en'))).toEqual(['canonical /authors?lang=en', ...others]);
  const first = await read('/authors', { 'accept-language': 'uz' });
  expect(addressesIn(first)).toEqual(['canonical /authors?lang=uz', ...others]);
  expect(first).toContain('<html lang="uz"');
  expect(addressesIn(await read('/authors?search=x'))).toEqual([]);
});

test('a slash at the end leads to the address that the page names', async () => {
  const answer = await fetch(`${app.url}/authors/?page=1`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([301, '/authors?page=1']);
});

test('the link preview of an item shows its photo and says its own size', async () => {
  const { userId, token } = await newcomer();
  const form = new FormData();
  const picture = await sharp({ create: { width: 1500, height: 1211, channels: 3, background: '#c2334d' } })
    .jpeg()
    .toBuffer();
  form.set('name', 'photo.jpg');
  form.set('type', 'Product');
  form.set('file', new Blob([Buffer.from(picture)]), 'photo.jpg');
  const headers = { authorization: `Bearer ${token}` };
  const sent: unknown = await (await fetch(`${app.url}/api/Images`, { method: 'POST', headers, body: form })).json();
  const { data } = Object.assign({ data: { name: '' } }, sent);
  const id = await newProduct(app.db, { userId, images: [{ imgUrl: data.name, colorId: null, order: 0 }] });
  const html = await read(`/merch/${id}`);
  const said = (name: string) => new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';
  const { pathname, search } = new URL(said('og:image').replaceAll('&amp;', '&'));
  const bytes = Buffer.from(await (await fetch(`${app.url}${pathname}${search}`)).arrayBuffer());
  const { width, height } = await sharp(bytes).metadata();
  expect(pathname).toBe(`/og/merch/${id}.png`);
  expect([said('og:image:width'), said('og:image:height')]).toEqual([String(width), String(height)]);
  const middle = await sharp(bytes)
    .extract({ left: 300, top: 300, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  expect([...middle].map((part, at) => Math.abs(part - ([0xc2, 0x33, 0x4d][at] ?? 0)) < 12)).toEqual([
    true,
    true,
    true,
  ]);
});

test('icons are real pictures at the addresses that programs ask for unasked', async () => {
  const fileAt = async (path: string) => {
    const answer = await fetch(`${app.url}${path}`);
    return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const touch = await fileAt('/apple-touch-icon.png');
  expect([touch.type, (await sharp(touch.bytes).metadata()).width]).toEqual(['image/png', 180]);
  const icon = await fileAt('/favicon.ico');
  expect([icon.type, icon.bytes.readUInt16LE(2), icon.bytes.readUInt16LE(4)]).toEqual(['image/x-icon', 1, 3]);
  const sizes = [0, 1, 2].map(async (at) => {
    const entry = 6 + 16 * at;
    const from = icon.bytes.readUInt32LE(entry + 12);
    const picture = icon.bytes.subarray(from, from + icon.bytes.readUInt32LE(entry + 8));
    return (await sharp(picture).metadata()).width;
  });
  expect(await Promise.all(sizes)).toEqual([16, 32, 48]);
});
