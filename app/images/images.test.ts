import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { ask, bytesOf, formOf, newUser, photo, send, upload } from '#test/support/image-client.ts';
import { startImageServer } from '#test/support/image-server.ts';
import { holdImageNames, imagesByName } from './images.server.ts';

const server = await startImageServer();
const userId = await newUser(server);
afterAll(() => server.close());

describe('a shown picture', () => {
  test('has the best format that the browser accepts, cacheable for ever', async () => {
    const { name } = await upload(server, await photo(300, 200).jpeg().toBuffer());
    const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
    for (const [accept, type] of [
      [chrome, 'image/avif'],
      ['image/webp,*/*', 'image/webp'],
      ['image/avif;q=0, image/webp', 'image/webp'],
      ['*/*', 'image/jpeg'],
    ] as const) {
      const answer = await ask(server, `name=${name}&w=128`, { accept });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
      expect(answer.headers.get('vary')).toBe('Accept');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      const { width, format } = await sharp(await bytesOf(answer)).metadata();
      expect([width, format]).toEqual([128, type === 'image/avif' ? 'heif' : type.slice(6)]);
      const etag = answer.headers.get('etag') ?? '';
      const again = await ask(server, `name=${name}&w=128`, { accept, 'if-none-match': etag });
      expect([again.status, (await bytesOf(again)).length]).toEqual([304, 0]);
    }
  });

  test('that is in memory is sent before any routing, as it was sent the first time', async () => {
    const { name } = await upload(server, await photo(300, 200).jpeg().toBuffer());
    const ofRequest = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);
    const facts = async (accept: string, method = 'GET') => {
      const { status, headers } = await ask(server, `name=${name}&w=128`, { accept }, method);
      return [status, Object.fromEntries([...headers].filter(([head]) => !ofRequest.has(head)))];
    };
    for (const accept of ['image/webp', '*/*']) {
      const before = server.early.length;
      const first = await facts(accept);
      expect(server.early.length).toBe(before);
      expect([await facts(accept), await facts(accept, 'HEAD')]).toEqual([first, first]);
      expect(server.early.slice(before)).toEqual(['GET /api/Images/ 200', 'HEAD /api/Images/ 200']);
    }
  });

  test('has the only accepted format, even if another would suit it better', async () => {
    const create = { width: 64, height: 64, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.4 } } as const;
    const clear = await upload(server, await sharp({ create }).png().toBuffer());
    const opaque = await upload(server, await photo(64, 64).jpeg().toBuffer());
    const typesOf = (accept: string) =>
      Promise.all(
        [opaque, clear].map(async ({ name }) => {
          const answer = await ask(server, `name=${name}`, { accept });
          const { format } = await sharp(await bytesOf(answer)).metadata();
          return [format, answer.headers.get('content-type')].join(' ');
        }),
      );
    expect(await typesOf('image/png')).toEqual(['png image/png', 'png image/png']);
    expect(await typesOf('image/jpeg')).toEqual(['jpeg image/jpeg', 'jpeg image/jpeg']);
    expect(await typesOf('image/jpeg, image/png;q=0')).toEqual(['jpeg image/jpeg', 'jpeg image/jpeg']);
    const both = ['jpeg image/jpeg', 'png image/png'];
    for (const accept of ['image/png, image/*', 'image/jpeg, image/png', 'image/jpeg, */*;q=0.1']) {
      expect(await typesOf(accept), accept).toEqual(both);
    }
  });

  test('stays transparent, and is never enlarged', async () => {
    const create = { width: 90, height: 90, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.4 } } as const;
    const { name } = await upload(server, await sharp({ create }).png().toBuffer());
    const answer = await ask(server, `name=${name}&w=2048`, { accept: '*/*' });
    const { format, hasAlpha, width } = await sharp(await bytesOf(answer)).metadata();
    expect([format, hasAlpha, width]).toEqual(['png', true, 90]);
  });

  test('is made once for 100 concurrent requests', async () => {
    const { name } = await upload(server, await photo(1_200, 900).jpeg().toBuffer(), 'Banner');
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () =>
        bytesOf(await ask(server, `name=${name}&w=512`, { accept: 'image/webp' })),
      ),
    );
    expect(new Set(answers.map((bytes) => bytes.toString('base64'))).size).toBe(1);
    expect(
      (await server.storedFiles()).filter((path) => path.includes(name)).map((path) => path.split('/')[2]),
    ).toEqual(['512.webp', 'kept.webp']);
  });

  test('is 400 at another width and 404 under an unknown name', async () => {
    const { name } = await upload(server, await photo(30, 20).jpeg().toBuffer());
    for (const query of [`name=${name}&w=100`, `name=${name}&w=-64`, `name=${name}&w=64.5`, 'w=64']) {
      expect((await ask(server, query)).status).toBe(400);
    }
    const strangers = [
      '../../etc/passwd',
      '..%2f..%2fetc%2fpasswd',
      `${name}/kept.webp`,
      'A'.repeat(22),
      'x'.repeat(5_000),
      '..',
    ];
    for (const stranger of strangers) {
      const answer = await ask(server, `name=${stranger}`);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
    }
  });
});

test('the budget of uploads belongs to one person', async () => {
  const bytes = await photo(8, 8).jpeg().toBuffer();
  const busy = await newUser(server);
  const statuses = [];
  for (let sent = 0; sent < 62; sent++) statuses.push((await send(server, formOf(bytes), busy)).status);
  expect(statuses.filter((status) => status === 200).length).toBe(60);
  expect(statuses.slice(60)).toEqual([429, 429]);
  expect((await send(server, formOf(bytes), userId)).status).toBe(200);
});

test('unused pictures are removed after a day, used ones stay', async () => {
  const bytes = await photo(64, 64).jpeg().toBuffer();
  const used = await upload(server, bytes);
  const unused = await upload(server, bytes);
  const fresh = await upload(server, bytes);
  await server.db.execute(sql`
    update image set created_at = now() - interval '25 hours' where name in (${used.name}, ${unused.name})`);
  const asked: string[] = [];
  server.usedBy.push(async (_db, names) => {
    asked.push(...names);
    return new Set([used.name]);
  });
  const removed = await server.images.sweepUnusedImages();
  expect([removed, asked.sort()]).toEqual([1, [used.name, unused.name].sort()]);
  const statuses = await Promise.all(
    [used, unused, fresh].map(async ({ name }) => (await ask(server, `name=${name}`)).status),
  );
  expect(statuses).toEqual([200, 404, 200]);
  expect((await server.storedFiles()).some((path) => path.includes(unused.name))).toBe(false);
});

test('a picture held for a new reference is not removed', async () => {
  const { name } = await upload(server, await photo(64, 64).jpeg().toBuffer());
  await server.db.execute(sql`update image set created_at = now() - interval '25 hours' where name = ${name}`);
  await server.db.transaction(async (tx) => {
    expect(await holdImageNames(tx, [name, name])).toBe(true);
    expect(await holdImageNames(tx, [name, 'A'.repeat(22)])).toBe(false);
    await server.images.sweepUnusedImages();
  });
  const facts = (await imagesByName(server.db, [name, 'unknown'])).get(name);
  expect(facts).toMatchObject({ width: 64, height: 64, hasAlpha: false });
  expect(facts?.placeholder).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/=]{40,900}$/);
});
