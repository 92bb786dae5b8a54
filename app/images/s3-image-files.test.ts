import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test, vi } from 'vitest';
import { ask, bytesOf, photo, upload } from '#test/support/image-client.ts';
import { startImageServer } from '#test/support/image-server.ts';
import { freePort } from '#test/support/network/free-port.ts';
import { startS3 } from '#test/support/s3-stand-in.ts';
import { readInPieces } from './file-pieces.server.ts';
import { s3ImageFiles } from './s3-image-files.server.ts';

vi.stubEnv('AWS_ACCESS_KEY_ID', 'key-of-the-tests');
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret-of-the-tests');
const s3 = await startS3('pictures', 'key-of-the-tests');
const address = `s3://pictures/of/opora?endpoint=${s3.url}`;
const server = await startImageServer(address);
afterAll(async () => {
  await server.close();
  await s3.close();
  vi.unstubAllEnvs();
});

test('pictures and their variants are stored in S3', async () => {
  const { name } = await upload(server, await photo(300, 200).jpeg().toBuffer());
  const headers = { accept: 'image/webp' };
  const shown = await bytesOf(await ask(server, `name=${name}&w=128`, headers));
  const stored = await s3ImageFiles(address).read(`${name.slice(0, 2).toLowerCase()}/${name}/128.webp`);
  expect(stored?.equals(shown)).toBe(true);
  expect(await server.storedFiles()).toEqual([]);
});

test('a missing file is null, and a removed folder takes no other folder with it', async () => {
  const files = s3ImageFiles(address);
  await files.write('aa/one/kept.webp', Buffer.from('one'), 'image/webp');
  await files.write('aa/one/64.webp', Buffer.from('small'), 'image/webp');
  await files.write('aa/oneself/kept.webp', Buffer.from('other'), 'image/webp');
  await files.removeFolder('aa/one');
  expect(await files.read('aa/one/kept.webp')).toBeNull();
  expect(await files.read('aa/one/64.webp')).toBeNull();
  expect((await files.read('aa/oneself/kept.webp'))?.toString()).toBe('other');
});

test('a file larger than what is in memory at once is taken from the disk, and read in parts', async () => {
  const files = s3ImageFiles(address);
  const folder = await mkdtemp(join(tmpdir(), 'opora-s3-'));
  const bytes = randomBytes(12_000_000);
  await writeFile(join(folder, 'track'), bytes);
  await files.take('bb/one/audio', join(folder, 'track'), 'audio/mpeg');
  expect(await readdir(folder)).toEqual([]);
  for (const [from, to] of [
    [0, bytes.length - 1],
    [6_000_000, 6_000_999],
  ] as const) {
    const part = await readInPieces(files, 'bb/one/audio', { from, to });
    expect(part && (await buffer(part)).equals(bytes.subarray(from, to + 1))).toBe(true);
  }
  expect(await files.readPart('bb/none/audio', { from: 0, to: 9 })).toBeNull();
});

test('pictures come however many read a large file slowly', async () => {
  const files = s3ImageFiles(address);
  await files.write('cc/one/audio', randomBytes(1_000_000), 'audio/mpeg');
  await files.write('cc/one/kept.webp', Buffer.from('seen'), 'image/webp');
  const readers = await Promise.all(
    Array.from({ length: 120 }, () => readInPieces(files, 'cc/one/audio', { from: 0, to: 999_999 })),
  );
  for (const reader of readers) reader?.read(1);
  expect((await files.read('cc/one/kept.webp'))?.toString()).toBe('seen');
  for (const reader of readers) reader?.destroy();
});

test('a store that cannot be reached is an error, not a missing picture', async () => {
  const gone = s3ImageFiles(`s3://pictures?endpoint=http://127.0.0.1:${await freePort()}`);
  await expect(gone.read('aa/one/kept.webp')).rejects.toThrow();
});

test('another kind of address is refused', () => {
  expect(() => s3ImageFiles('https://pictures.example')).toThrow(/IMAGE_STORE/);
});
