import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson } from '#app/new-person.server.ts';
import type { Database } from '#base/db.server.ts';
import { openTestDatabase } from '#test/database.ts';
import { publishField, setBlocked, setNames } from './creators.server.ts';
import { registerCreatorFiles } from './public-files.server.ts';

let db: Database;
let app: FastifyInstance;
let close: () => Promise<void>;

async function makeCreator(userName: string, types = '[3]') {
  return db.transaction(async (tx) => {
    const { userId } = await createPerson(tx, { phone: `99890${String(Math.random()).slice(2, 9)}`, userName });
    await publishField(tx, userId, 'UserType', types);
    return userId;
  });
}

beforeAll(async () => {
  const database = await openTestDatabase();
  db = database.db;
  app = Fastify();
  registerCreatorFiles(app, {
    ...{ db, publicUrl: 'https://opora.test', readImage: async () => null },
    otherPages: [
      {
        name: 'merch',
        readCount: async () => 10_001,
        readPaths: async (_db, { skip }) => (skip === 10_000 ? ['/merch/last'] : ['/merch/first']),
      },
    ],
  });
  close = async () => {
    await app.close();
    await database.close();
  };
  await makeCreator('dilnoza');
  await makeCreator('no.types', '[]');
  const blocked = await makeCreator('blocked');
  await db.transaction((tx) => setBlocked(tx, blocked, true));
});
afterAll(() => close());

test('the sitemap names listed creators only, in files', async () => {
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

test('the sitemap names what other areas show, ten thousand pages a file', async () => {
  const index = await app.inject('/sitemap.xml');
  expect(index.body.match(/merch-\d+/g)).toEqual(['merch-1', 'merch-2']);
  expect((await app.inject('/sitemap/merch-2.xml')).body).toContain('<loc>https://opora.test/merch/last</loc>');
});

test('robots are shown the way and kept out of what is personal', async () => {
  const { body } = await app.inject('/robots.txt');
  expect(body).toContain('Sitemap: https://opora.test/sitemap.xml');
  expect(body).toContain('Disallow: /admin\n');
  expect(body).not.toMatch(/^Disallow: \/$/m);
});

test('a link preview is drawn once and anew when the name changes; others get the picture of the site', async () => {
  const first = await app.inject('/og/dilnoza.png');
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  const again = await app.inject('/og/dilnoza.png');
  expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
  const { rows } = await db.pool.query<{ id: string }>("select user_id as id from creator where user_name = 'dilnoza'");
  await db.transaction((tx) => setNames(tx, rows[0]?.id ?? '', { givenName: 'Дильноза', surName: 'Каримова' }));
  expect((await app.inject('/og/dilnoza.png')).rawPayload.equals(first.rawPayload)).toBe(false);
  for (const name of ['blocked', 'nobody', '..%2F..%2Fetc'])
    expect((await app.inject(`/og/${name}.png`)).headers.location).toBe('/og/opora.png');
});
