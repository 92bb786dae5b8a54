import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { prove, scaled } from '#test/load/prove.ts';
import { type Fleet, openFleet } from '#test/load/server-fleet.ts';
import { ask, bombOf, bytesOf, formOf, photo, send } from '#test/support/image-client.ts';
import { signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { Random } from '../../../demo/random.ts';

const mostMemory = 150;
const atOnce = 8;
const warmUps = 20;
const script = '<script>alert(document.domain)</script>';

let fleet: Fleet;
let token: string;

beforeAll(async () => {
  fleet = await openFleet();
  token = (await signIn(fleet.db, testSecrets.jwt)).token;
});

afterAll(() => fleet.close());

async function readMegabytes(): Promise<number> {
  const metrics = await (await fetch(`${fleet.server.url}/metrics`)).text();
  const [, bytes] = /^process_resident_memory_bytes (\d+)/m.exec(metrics) ?? [];
  if (bytes === undefined) throw new Error('the server has no metric of its memory');
  return Number(bytes) / 1_048_576;
}

async function wholePictures(): Promise<Buffer[]> {
  const withSecret = () => photo(320, 240).withExif({ IFD0: { Copyright: 'secret-owner' } });
  return Promise.all([
    withSecret().jpeg().toBuffer(),
    withSecret().jpeg({ progressive: true }).toBuffer(),
    withSecret().png({ progressive: true }).toBuffer(),
    withSecret().webp().toBuffer(),
    withSecret().avif({ effort: 0 }).toBuffer(),
    photo(320, 240).gif().toBuffer(),
  ]);
}

/** Changes, cuts, doubles or appends bytes, most often near the beginning, where the headers are. */
function mutate(whole: Buffer, random: Random): Buffer {
  const bytes = Buffer.from(whole);
  for (let change = random.whole(0, 12); change > 0; change--) {
    const reach = random.chance(60) ? Math.min(600, bytes.length) : bytes.length;
    bytes[random.whole(0, reach - 1)] = random.whole(0, 255);
  }
  if (random.chance(15)) return bytes.subarray(0, random.whole(0, bytes.length));
  if (random.chance(10)) return Buffer.concat([bytes, bytes.subarray(random.whole(0, bytes.length))]);
  return random.chance(10) ? Buffer.concat([bytes, Buffer.from(script)]) : bytes;
}

interface Seen {
  readonly statuses: Map<number, number>;
  leaks: number;
  megabytes: number;
}

const uploaded = z.object({ data: z.object({ name: z.string() }) });

async function sendOne(bytes: Buffer, seen: Seen): Promise<void> {
  const answer = await send(fleet.server, formOf(bytes), token);
  seen.statuses.set(answer.status, (seen.statuses.get(answer.status) ?? 0) + 1);
  const body: unknown = await answer.json();
  if (answer.status !== 200) return;
  const shown = await bytesOf(
    await ask(fleet.server, `name=${uploaded.parse(body).data.name}`, { accept: 'image/webp' }),
  );
  const { exif, xmp, icc, format } = await sharp(shown).metadata();
  const isClean = [exif, xmp, icc].every((part) => part === undefined) && format === 'webp';
  if (!isClean || shown.includes('secret-owner') || shown.includes(script)) seen.leaks += 1;
}

test('16: mutated pictures break nothing, fill no memory and retain no metadata', async () => {
  const rounds = scaled(5_000, 160);
  const random = new Random('mutated pictures');
  const whole = await wholePictures();
  const hostile = [bombOf(14_000), Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)];
  const seen: Seen = { statuses: new Map(), leaks: 0, megabytes: 0 };
  // The server first processes valid pictures for a while, so that later growth comes from the mutated ones.
  for (let round = 0; round < warmUps; round++) await Promise.all(whole.map((bytes) => sendOne(bytes, seen)));
  expect([...seen.statuses.keys()]).toEqual([200]);
  const before = await readMegabytes();
  for (let round = 0; round < rounds; round += atOnce) {
    const batch = Array.from({ length: atOnce }, () =>
      random.chance(2) ? random.pick(hostile) : mutate(random.pick(whole), random),
    );
    await Promise.all(batch.map((bytes) => sendOne(bytes, seen)));
    seen.megabytes = Math.max(seen.megabytes, await readMegabytes());
  }
  const { rows } = await fleet.db.execute<{ count: number }>(sql`select count(*)::int as count from image`);
  const count = (...statuses: number[]) => statuses.reduce((sum, status) => sum + (seen.statuses.get(status) ?? 0), 0);
  const allowed = new Set([200, 400, 415]);
  prove(16, {
    promise: `${rounds} mutated pictures, SVG and a bomb: no 5xx, memory up by less than ${mostMemory} MB, encoded anew, no metadata`,
    none: {
      'other answers': [...seen.statuses.keys()].filter((status) => !allowed.has(status)),
      'metadata or scripts left': seen.leaks,
      'rows beside pictures': (rows[0]?.count ?? 0) - count(200),
    },
    most: { 'memory up, MB': [seen.megabytes - before, mostMemory] },
    met: { 'encoded anew': count(200), refused: count(400, 415) },
  });
});
