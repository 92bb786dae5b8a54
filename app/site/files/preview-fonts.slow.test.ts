import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawItemPreview } from './item-preview.server.ts';
import { drawLinkPreview } from './link-preview.server.ts';
import { loadFonts } from './preview-fonts.server.ts';

const run = promisify(execFile);

/** Where the name stands. */
const box = { left: 284, top: 286, width: 700, height: 60 };
const pixelsOf = (picture: Buffer, part = box) => sharp(picture).flatten().extract(part).greyscale().raw().toBuffer();

/** The mean difference of two pictures, from 0 to 255. */
function difference(one: Buffer, other: Buffer): number {
  if (one.length !== other.length) throw new Error('the pictures differ in size');
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

const named = (family: string, { x, y, size } = { x: 284, y: 336, size: 56 }) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><path fill="#FBF8F3" d="M0 0h1200v630H0z"/><text x="${x}" y="${y}" font-family="${family}" font-weight="700" font-size="${size}" fill="#1C1917">Дильноза</text></svg>`,
  );

test('the name is drawn in Unbounded, not in a font that stands in', async () => {
  await loadFonts();
  const drawn = await pixelsOf(await drawLinkPreview({ userName: 'dilnoza', name: 'Дильноза' }));
  const fallback = difference(drawn, await pixelsOf(named('no such font')));
  expect(difference(drawn, await pixelsOf(named('Unbounded')))).toBeLessThan(2);
  expect(fallback).toBeGreaterThan(12);
});

test('the name of an item is drawn in Unbounded, too', async () => {
  await loadFonts();
  const part = { left: 686, top: 256, width: 460, height: 52 };
  const seller = { userName: 'dilnoza', name: null };
  const drawn = await pixelsOf(await drawItemPreview({ title: 'Дильноза', price: 1, seller }), part);
  const place = { x: 686, y: 296, size: 40 };
  expect(difference(drawn, await pixelsOf(named('Unbounded', place), part))).toBeLessThan(2);
  expect(difference(drawn, await pixelsOf(named('no such font', place), part))).toBeGreaterThan(12);
});

test('a machine without fonts draws the same', async () => {
  const program = `const { drawLinkPreview } = await import('#app/site/files/link-preview.server.ts');
    process.stdout.write((await drawLinkPreview({ userName: 'dilnoza', name: 'Дильноза' })).toString('base64'));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
    cwd: new URL('../../..', import.meta.url),
    env: { ...process.env, FONTCONFIG_FILE: devNull },
    maxBuffer: 10_000_000,
  });
  const here = await pixelsOf(await drawLinkPreview({ userName: 'dilnoza', name: 'Дильноза' }));
  expect(difference(here, await pixelsOf(Buffer.from(stdout, 'base64')))).toBeLessThan(2);
});
