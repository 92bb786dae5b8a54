import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { isCallFailure } from '#base/calls/errors.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { photo } from '#test/support/image-client.ts';
import { noFiles } from '#test/support/no-files.ts';
import type { ImageFiles } from './image-files.server.ts';
import { newImageName, storedPathOf } from './image-paths.server.ts';
import { ImageVariants } from './image-variants.server.ts';
import { insertImage } from './images-store.server.ts';
import { WorkQueue } from './work-queue.server.ts';

const flood = '192.0.2.1';
const guest = '198.51.100.7';
const mostWaiting = 4;

const stored = new Map<string, Buffer>();
const written: string[] = [];
const files: ImageFiles = {
  ...noFiles,
  read: async (path) => stored.get(path) ?? null,
  write: async (path, bytes) => {
    written.push(path);
    stored.set(path, bytes);
  },
};

const database = await openTestDatabase();
afterAll(() => database.close());

function openVariants(): ImageVariants {
  const queue = new WorkQueue(1, mostWaiting);
  return new ImageVariants({ db: database.db, files, queue, log: pino({ level: 'silent' }) });
}

async function store(width: number): Promise<string> {
  const name = newImageName();
  const facts = { width, height: width, hasAlpha: false, placeholder: '' };
  await insertImage(database.db, { name, type: 'Avatar', ownerId: null, ...facts });
  stored.set(storedPathOf(name), await photo(width, width).webp().toBuffer());
  return name;
}

const outcomeOf = (read: Promise<unknown>) =>
  read.then(
    () => 'shown',
    (error: unknown) => (isCallFailure(error) ? error.code : 'broken'),
  );

test('a network that asks for many new variants is refused some of them, and no other network any', async () => {
  const variants = openVariants();
  const names = await Promise.all(Array.from({ length: 12 }, () => store(80)));
  const flooded = names.map((name) => outcomeOf(variants.read({ name, width: 64, format: 'webp' }, flood)));
  // The last ones are among those that the flood is refused.
  const asked = names.slice(-2).map((name) => outcomeOf(variants.read({ name, width: 64, format: 'webp' }, guest)));
  expect(await Promise.all(asked)).toEqual(['shown', 'shown']);
  const outcomes = await Promise.all(flooded);
  expect(outcomes.filter((outcome) => outcome === 'ServiceUnavailable').length).toBeGreaterThanOrEqual(
    12 - 1 - mostWaiting,
  );
  expect(outcomes).toContain('shown');
});

test('a variant is made once for several networks', async () => {
  const variants = openVariants();
  const name = await store(80);
  await Promise.all(
    [flood, guest, '203.0.113.9'].map((network) => variants.read({ name, width: 64, format: 'png' }, network)),
  );
  expect(written.filter((path) => path.includes(name))).toHaveLength(1);
});

test('widths beyond that of the picture are one variant', async () => {
  const variants = openVariants();
  const name = await store(100);
  const accept = 'image/webp';
  const chosen = await Promise.all(
    [64, 128, 2_048, null].map((width) => variants.choose(name, { width, accept, isGuarded: false })),
  );
  expect(chosen.map((wanted) => wanted?.width)).toEqual([64, null, null, null]);
});
