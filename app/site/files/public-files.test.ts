import Fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { creatorsSitemap, publishField, setBlocked, setNames } from '#app/creators/creators.server.ts';
import { createPerson } from '#app/profile/new-person.server.ts';
import type { Brand } from '#base/pages/own-brand.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { newPhone } from '#test/support/sign-in.ts';
import type { PreviewGoal } from './link-preview.server.ts';
import { registerPublicFiles } from './public-files.server.ts';

let goal: PreviewGoal | null = null;
let picturesRead = 0;
const item = {
  id: '01890000-0000-7000-8000-000000000001',
  name: 'Худи «Тихий час»',
  price: 320_000,
  photo: null,
  userName: 'dilnoza',
};
let brand: Brand = { name: '', logo: '', accent: '', preview: '/og/opora.png' };

async function makeCreator(userName: string, types = '[3]') {
  return db.transaction(async (tx) => {
    const { userId } = await createPerson(tx, { phone: newPhone(), userName });
    await publishField(tx, userId, 'UserType', types);
    return userId;
  });
}

const database = await openTestDatabase();
afterAll(() => database.close());
const { db } = database;
const app = Fastify();
afterAll(() => app.close());
registerPublicFiles(app, {
  db,
  publicUrl: 'https://opora.test',
  readImage: async () => {
    picturesRead += 1;
    return null;
  },
  readItem: async (id) => (id === item.id ? item : null),
  readGoal: async () => goal,
  readBrand: async () => brand,
  currency: 'сум',
  sitemaps: [
    creatorsSitemap,
    {
      name: 'merch',
      readCount: async () => 10_001,
      readPages: async (_db, { skip }) => [
        { path: skip === 10_000 ? '/merch/last' : '/merch/first', changedAt: new Date('2026-02-03T04:05:06Z') },
      ],
    },
  ],
});
await makeCreator('dilnoza');
await makeCreator('no.types', '[]');
const blocked = await makeCreator('blocked');
await db.transaction((tx) => setBlocked(tx, blocked, true));

test('the sitemap lists only listed creators, in files', async () => {
  const index = await app.inject('/sitemap.xml');
  expect(index.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(index.body).toContain('<loc>https://opora.test/sitemap/pages.xml</loc>');
  expect(index.body).toContain('<loc>https://opora.test/sitemap/creators-1.xml</loc>');
  expect(index.body).not.toContain('creators-2');
  const { body } = await app.inject('/sitemap/creators-1.xml');
  expect(body.match(/<loc>[^<]*<\/loc>/g)).toEqual(['<loc>https://opora.test/dilnoza</loc>']);
  for (const file of ['creators-2.xml', 'creators-0.xml', 'creators-x.xml', 'creators-1.xml.xml'])
    expect([file, (await app.inject(`/sitemap/${file}`)).statusCode]).toEqual([file, 404]);
});

test('the sitemap reports the last change of a page, and nothing else affects it', async () => {
  const changeOf = async (file: string) => /<lastmod>(.*?)<\/lastmod>/.exec((await app.inject(file)).body)?.[1];
  expect(await changeOf('/sitemap/merch-1.xml')).toBe('2026-02-03T04:05:06.000Z');
  expect(await changeOf('/sitemap/pages.xml')).toBeUndefined();
  const made = new Date((await changeOf('/sitemap/creators-1.xml')) ?? '');
  expect(Math.abs(made.getTime() - Date.now())).toBeLessThan(60_000);
  await db.pool.query("update creator set changed_at = '2026-01-01T00:00:00Z' where user_name = 'dilnoza'");
  await db.pool.query("update creator set order_place = 3 where user_name = 'dilnoza'");
  expect(await changeOf('/sitemap/creators-1.xml')).toBe('2026-01-01T00:00:00.000Z');
  const before = Date.now();
  await db.pool.query("update creator set about = 'Новое о себе' where user_name = 'dilnoza'");
  const changed = new Date((await changeOf('/sitemap/creators-1.xml')) ?? '');
  expect(changed.getTime()).toBeGreaterThanOrEqual(before - 5);
});

test('the sitemap lists pages of other areas, ten thousand a file', async () => {
  const index = await app.inject('/sitemap.xml');
  expect(index.body.match(/merch-\d+/g)).toEqual(['merch-1', 'merch-2']);
  expect((await app.inject('/sitemap/merch-2.xml')).body).toContain('<loc>https://opora.test/merch/last</loc>');
});

test('a video is framed by a page of its own, which allows nothing but the players', async () => {
  expect((await app.inject('/video/dilnoza')).statusCode).toBe(404);
  const { rows } = await db.pool.query<{ id: string }>("select user_id as id from creator where user_name = 'dilnoza'");
  const set = (video: string) => db.transaction((tx) => publishField(tx, rows[0]?.id ?? '', 'Video', video));
  await set('https://www.youtube.com/watch?v=aqz-KE-bpKQ');
  const { body, headers } = await app.inject('/video/dilnoza');
  expect(body).toContain('src="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none';");
  expect(policy).toContain("frame-ancestors 'self';");
  expect(policy).not.toContain('script-src');
  await set('https://www.twitch.tv/videos/1234567890');
  const framed = await app.inject('/video/youtube/dQw4w9WgXcQ');
  expect(framed.body).toContain('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?');
  expect(framed.headers['content-security-policy']).toContain("frame-ancestors 'self'");
  for (const path of [
    'youtube/x',
    'youtube/dQw4w9WgXcQ%22%3E',
    'twitch/dQw4w9WgXcQ',
    'vimeo/1234567890',
    'youtube/..%2f..',
  ]) {
    expect((await app.inject(`/video/${path}`)).statusCode, path).toBe(404);
  }
  expect((await app.inject('/video/dilnoza')).body).toContain('?video=v1234567890&amp;parent=opora.test&amp;');
  await set('');
  expect((await app.inject('/video/dilnoza')).statusCode).toBe(404);
});

test('an item has a link preview of its own, and one that is not sold that of the site', async () => {
  const { headers, rawPayload } = await app.inject(`/og/merch/${item.id}.png`);
  const { width, height } = await sharp(rawPayload).metadata();
  expect([headers['content-type'], width, height]).toEqual(['image/png', 1200, 630]);
  const ofCreator = await app.inject('/og/dilnoza.png');
  expect(rawPayload.equals(ofCreator.rawPayload)).toBe(false);
  for (const id of ['01890000-0000-7000-8000-000000000002', 'x', '1'])
    expect((await app.inject(`/og/merch/${id}.png`)).headers.location).toBe('/og/opora.png');
});

test('robots.txt names the sitemap and excludes personal pages', async () => {
  const { body } = await app.inject('/robots.txt');
  expect(body).toContain('Sitemap: https://opora.test/sitemap.xml');
  expect(body).not.toMatch(/^Disallow: \/$/m);
});

/** Whether a crawler that follows RFC 9309 is excluded: the longest matching rule decides. */
function isClosed(robots: string, address: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (.*)$/gm)].map(([, kind, path = '']) => {
    const pattern = path.replace(/[.+?^()|[\]{}\\]/g, '\\$&').replaceAll('*', '.*');
    return { isClosing: kind === 'Disallow', length: path.length, pattern: new RegExp(`^${pattern}`) };
  });
  const fitting = rules.filter(({ pattern }) => pattern.test(address)).toSorted((a, b) => b.length - a.length);
  return fitting[0]?.isClosing ?? false;
}

test('robots.txt excludes no page of the sitemap, whatever the name of a creator', async () => {
  for (const name of ['basketball.uz', 'orderly', 'ordersuz', 'profile.uz', 'authentic', 'thanks_all'])
    await makeCreator(name);
  const robots = (await app.inject('/robots.txt')).body;
  const files = ['pages', 'creators-1', 'merch-1', 'merch-2'];
  const texts = await Promise.all(files.map(async (file) => (await app.inject(`/sitemap/${file}.xml`)).body));
  const addresses = texts.flatMap((text) => [...text.matchAll(/<loc>https:\/\/opora\.test(.*)<\/loc>/g)]);
  const paths = addresses.map(([, path = '']) => path);
  expect(paths).toEqual(expect.arrayContaining(['/', '/authors', '/basketball.uz', '/authentic', '/merch/last']));
  expect(paths.filter((path) => isClosed(robots, path))).toEqual([]);
});

test.each([
  ['/auth', '/auth?next=%2F', '/auth/reset', '/basket', '/basket?x', '/orders', '/orders?page=2', '/order/1'],
  ['/admin', '/admin/orders', '/profile', '/profile/edit', '/thanks/1', '/widgets/notification', '/api/User/List'],
  ['/receipt/1', '/memberships', '/memberships?id=1'],
  ['/authors?search=x', '/authors?page=2&search=x', '/market?who=x'],
])('robots.txt excludes %s', async (...personal) => {
  const robots = (await app.inject('/robots.txt')).body;
  expect(personal.filter((address) => !isClosed(robots, address))).toEqual([]);
  expect(isClosed(robots, '/api/Images/1')).toBe(false);
});

test('a link preview is drawn once, and again when name, goal, colour or brand change; unknown ones are those of the site', async () => {
  const first = await app.inject('/og/dilnoza.png');
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  const again = await app.inject('/og/dilnoza.png');
  expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
  const { rows } = await db.pool.query<{ id: string }>("select user_id as id from creator where user_name = 'dilnoza'");
  await db.transaction((tx) => setNames(tx, rows[0]?.id ?? '', { givenName: 'Дильноза', surName: 'Каримова' }));
  expect((await app.inject('/og/dilnoza.png')).rawPayload.equals(first.rawPayload)).toBe(false);
  const named = (await app.inject('/og/dilnoza.png')).rawPayload;
  goal = { title: 'Новый микрофон', amount: 12_000_000, collected: 3_000_000, percent: 25 };
  const withGoal = (await app.inject('/og/dilnoza.png')).rawPayload;
  expect(withGoal.equals(named)).toBe(false);
  await db.transaction((tx) => publishField(tx, rows[0]?.id ?? '', 'Accent', '#0f7f8c'));
  expect((await app.inject('/og/dilnoza.png')).rawPayload.equals(withGoal)).toBe(false);
  const accented = (await app.inject('/og/dilnoza.png')).rawPayload;
  brand = { ...brand, name: 'Ёлка', accent: '#0f7f8c' };
  expect((await app.inject('/og/dilnoza.png')).rawPayload.equals(accented)).toBe(false);
  for (const preview of [brand.preview, '/og/the-site.png?name=x']) {
    brand = { ...brand, preview };
    for (const name of ['blocked', 'nobody', '..%2F..%2Fetc', 'merch/x'])
      expect((await app.inject(`/og/${name}.png`)).headers.location).toBe(preview);
  }
});

test('the preview of the site is drawn once for parallel requests', async () => {
  brand = { ...brand, name: 'Мозаика', logo: 'logo' };
  const before = picturesRead;
  const answers = await Promise.all(Array.from({ length: 5 }, () => app.inject('/og/the-site.png')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(picturesRead - before).toBe(1);
});
