import { createConnection } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ask, bombOf, bytesOf, formOf, newUser, photo, send, upload } from '#test/support/image-client.ts';
import { startImageServer } from '#test/support/image-server.ts';

const refused = z.object({ error: z.object({ code: z.string(), message: z.string().regex(/[А-я]/) }) });

const server = await startImageServer();
const userId = await newUser(server);
afterAll(() => server.close());

/** Status and code of the answer, and how many files the store has got by it. */
async function refusalOf(bytes: Uint8Array): Promise<[status: number, code: string, stored: number]> {
  const before = await server.storedFiles();
  const answer = await send(server, formOf(bytes), await newUser(server));
  const { code } = refused.parse(await answer.json()).error;
  return [answer.status, code, (await server.storedFiles()).length - before.length];
}

/** Its decoder has seen all of a JPEG of it before the file ends. */
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c2334d' } });

describe('an accepted upload', () => {
  test.each([
    ['JPEG', () => photo(300, 200).jpeg()],
    ['JPEG in several scans', () => photo(300, 200).jpeg({ progressive: true })],
    ['PNG', () => photo(300, 200).png()],
    ['WebP', () => photo(300, 200).webp()],
    ['AVIF', () => photo(300, 200).avif({ effort: 0 })],
    ['GIF', () => photo(300, 200).gif()],
  ])('%s, whatever it is called', async (_, make) => {
    expect(await upload(server, await make().toBuffer(), 'Product')).toMatchObject({ width: 300, height: 200 });
  });

  test('turns a rotated photo upright and removes its metadata, a location among it', async () => {
    const bytes = await photo(300, 200)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitude: '41/1 18/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(bytes.includes('secret-owner')).toBe(true);
    const { name, width, height } = await upload(server, bytes);
    expect([width, height]).toEqual([200, 300]);
    for (const accept of ['image/avif', 'image/webp', 'image/jpeg']) {
      const shown = await bytesOf(await ask(server, `name=${name}`, { accept }));
      const { exif, icc, xmp, orientation, ...facts } = await sharp(shown).metadata();
      expect([exif, icc, xmp, orientation ?? 1]).toEqual([undefined, undefined, undefined, 1]);
      expect([facts.width, facts.height]).toEqual([200, 300]);
      expect(shown.includes('secret-owner')).toBe(false);
    }
  });

  test('loses data hidden behind the picture (a polyglot)', async () => {
    const script = '<script>alert(document.domain)</script>';
    const { name } = await upload(server, Buffer.concat([await photo(80, 80).gif().toBuffer(), Buffer.from(script)]));
    expect((await bytesOf(await ask(server, `name=${name}`))).includes('<script>')).toBe(false);
  });

  test('can be an animated GIF, or a JPEG, PNG or GIF with data behind its end', async () => {
    const frames = await sharp([await photo(40, 30).png().toBuffer(), await photo(40, 30).negate().png().toBuffer()], {
      join: { animated: true },
    });
    const moving = await frames.gif({ delay: [100, 100] }).toBuffer();
    expect(await upload(server, moving)).toMatchObject({ width: 40 });
    expect((await send(server, formOf(moving.subarray(0, -1)), userId)).status).toBe(400);
    const still = [photo(40, 30).gif(), photo(40, 30).png(), photo(40, 30).jpeg()];
    for (const whole of [moving, ...(await Promise.all(still.map((one) => one.toBuffer())))]) {
      for (const more of [Buffer.alloc(3), Buffer.from(';IEND')]) {
        expect(await upload(server, Buffer.concat([whole, more]))).toMatchObject({ width: 40, height: 30 });
      }
    }
  });

  test('is reduced to 2,048 pixels', async () => {
    expect(await upload(server, await photo(2_400, 1_200).jpeg().toBuffer(), 'Banner')).toMatchObject({
      width: 2_048,
      height: 1_024,
    });
  });
});

describe('a refused upload, of which nothing is stored', () => {
  test('is 415 for SVG, HTML, text and a HEIC by another name', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    const heic = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypheic\0\0\0\0heicmif1'),
      Buffer.alloc(200),
    ]);
    for (const content of [svg, '<!doctype html><p>hi', 'hello', '', heic]) {
      expect(await refusalOf(Buffer.from(content))).toEqual([415, 'UnsupportedMediaType', 0]);
    }
  });

  test('is 400 for truncated and forged files', async () => {
    for (const whole of [await photo(400, 400).jpeg().toBuffer(), await photo(400, 400).png().toBuffer()]) {
      expect(await refusalOf(whole.subarray(0, Math.floor(whole.length / 2)))).toEqual([400, 'ValidationFailed', 0]);
    }
    for (const whole of [
      await photo(400, 400).webp().toBuffer(),
      await photo(400, 400).avif({ effort: 0 }).toBuffer(),
    ]) {
      expect(await refusalOf(whole.subarray(0, Math.floor(whole.length / 2)))).toEqual([400, 'ValidationFailed', 0]);
    }
    expect(await refusalOf(Buffer.from('GIF89a<script>alert(1)</script>'))).toEqual([400, 'ValidationFailed', 0]);
    expect(await refusalOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]))).toEqual([400, 'ValidationFailed', 0]);
  });

  test.each([
    ['PNG', 12, () => photo(60, 40).png()],
    ['GIF', 4, () => photo(60, 40).gif()],
    ['JPEG', 2, () => photo(60, 40).jpeg()],
    ['JPEG of one colour', 2, () => plain(16, 40).jpeg()],
    ['JPEG in several scans', 2, () => plain(16, 40).jpeg({ progressive: true })],
    ['WebP', 12, () => photo(60, 40).webp()],
    ['AVIF', 12, () => photo(60, 40).avif({ effort: 0 })],
  ])('a %s that lacks any of its last %d bytes is 400', async (_, most, make) => {
    const whole = await make().toBuffer();
    for (let missing = 1; missing <= most; missing += 1) {
      const cut = whole.subarray(0, whole.length - missing);
      expect(await refusalOf(cut), `without ${missing}`).toEqual([400, 'ValidationFailed', 0]);
    }
  });

  test('is 400 for a bomb of 196 megapixels, before it is decoded', async () => {
    const bomb = bombOf(14_000);
    expect(bomb.length).toBeLessThan(1_000_000);
    const before = process.memoryUsage().rss;
    expect(await refusalOf(bomb)).toEqual([400, 'ValidationFailed', 0]);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  test('is 413 for more than 10 MB, with or without a declared length', async () => {
    expect(await refusalOf(Buffer.alloc(10 * 1024 * 1024 + 1, 0xff))).toEqual([413, 'PayloadTooLarge', 0]);
    expect(await refusalOf(Buffer.alloc(12 * 1024 * 1024, 0xff))).toEqual([413, 'PayloadTooLarge', 0]);
  });

  test('names the invalid member of the form', async () => {
    const bytes = await photo(10, 10).jpeg().toBuffer();
    const wrongType = await send(server, formOf(bytes, 'Passport'), userId);
    expect([wrongType.status, Object.keys((await wrongType.json()).error.fields)]).toEqual([400, ['type']]);
    const noFile = formOf(bytes);
    noFile.delete('file');
    expect((await (await send(server, noFile, userId)).json()).error.fields).toMatchObject({
      file: expect.stringMatching(/[А-я]/),
    });
    const more = formOf(bytes);
    more.delete('name');
    more.set('isAdmin', 'true');
    expect((await (await send(server, more, userId)).json()).error.fields).toMatchObject({
      isAdmin: expect.stringMatching(/[А-я]/),
    });
    const json = await fetch(`${server.url}/api/Images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${userId}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(415);
    expect((await fetch(`${server.url}/api/Images`, { method: 'POST', body: formOf(bytes) })).status).toBe(401);
  });

  test('mutated pictures never break the server', async () => {
    const whole = await Promise.all([
      photo(48, 48).jpeg().toBuffer(),
      photo(48, 48).png().toBuffer(),
      photo(48, 48).webp().toBuffer(),
      photo(48, 48).avif({ effort: 0 }).toBuffer(),
      photo(48, 48).gif().toBuffer(),
    ]);
    let random = 42;
    const next = (below: number) => {
      random = (random * 48_271) % 2_147_483_647;
      return random % below;
    };
    const statuses = new Set<number>();
    for (let round = 0; round < 150; round++) {
      const bytes = Buffer.from(whole[round % whole.length] ?? []);
      for (let change = 0; change <= next(6); change++) bytes[next(bytes.length)] = next(256);
      statuses.add((await send(server, formOf(bytes), round % 50 === 0 ? await newUser(server) : userId)).status);
      if (round % 50 === 0) await server.db.execute(sql`delete from rate_limit`);
    }
    expect([...statuses].filter((status) => ![200, 400, 415].includes(status))).toEqual([]);
    expect(statuses.size).toBeGreaterThan(1);
  });

  test('leaves nothing after a broken connection', async () => {
    const before = await server.storedFiles();
    const socket = createConnection({ port: server.port, host: '127.0.0.1' });
    const head = `POST /api/Images HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${userId}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 90000\r\n\r\n`;
    const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
    socket.write(head + part);
    socket.write(await photo(20, 20).jpeg().toBuffer());
    await pause(100);
    socket.destroy();
    await pause(100);
    expect(await server.storedFiles()).toEqual(before);
    expect((await send(server, formOf(await photo(20, 20).jpeg().toBuffer()), userId)).status).toBe(200);
  });
});
