/** Draws `public/favicon.ico` and `public/apple-touch-icon.png` from `public/favicon.svg`; run it when the mark changes. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const folder = join(import.meta.dirname, '../../public');
const mark = await readFile(join(folder, 'favicon.svg'));
const viewBox = 32;

const draw = (size: number) => sharp(mark, { density: (72 * size) / viewBox }).resize(size, size);

/** Makes an ICO file of PNG pictures. */
function icoOf(pictures: readonly { readonly size: number; readonly png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach(({ size, png }, at) => {
    const entry = 6 + 16 * at;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

const small = await Promise.all([16, 32, 48].map(async (size) => ({ size, png: await draw(size).png().toBuffer() })));
await writeFile(join(folder, 'favicon.ico'), icoOf(small));

const touch = 180;
const inner = 132;
await sharp({ create: { width: touch, height: touch, channels: 3, background: '#FBF8F3' } })
  .composite([{ input: await draw(inner).png().toBuffer(), gravity: 'centre' }])
  .png({ compressionLevel: 9, palette: true })
  .toFile(join(folder, 'apple-touch-icon.png'));
