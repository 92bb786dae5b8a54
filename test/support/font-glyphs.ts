import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

const cmapTag = 0;
const glyfTag = 10;
const locaTag = 11;

/** The signs that a WOFF2 file draws, as code points: its table `cmap`, format 4 or 12. */
export function signsOf(file: string | URL): ReadonlySet<number> {
  const font = readFileSync(file);
  let at = 48;
  const readLength = () => {
    let value = 0;
    for (;;) {
      const byte = font.readUInt8(at++);
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
  };
  const tables = Array.from({ length: font.readUInt16BE(12) }, () => {
    const flags = font.readUInt8(at++);
    const tag = flags & 0x3f;
    if (tag === 0x3f) at += 4;
    const length = readLength();
    const isGlyphs = tag === glyfTag || tag === locaTag;
    const isTransformed = isGlyphs ? flags >> 6 !== 3 : flags >> 6 !== 0;
    return { tag, length: isTransformed ? readLength() : length };
  });
  const data = brotliDecompressSync(font.subarray(at, at + font.readUInt32BE(20)));
  const before = tables.slice(
    0,
    tables.findIndex(({ tag }) => tag === cmapTag),
  );
  return signsOfMap(data.subarray(before.reduce((sum, { length }) => sum + length, 0)));
}

function signsOfMap(cmap: Buffer): ReadonlySet<number> {
  const signs = new Set<number>();
  const add = (first: number, last: number) => {
    for (let sign = first; sign <= last; sign += 1) signs.add(sign);
  };
  for (let record = 0; record < cmap.readUInt16BE(2); record += 1) {
    const map = cmap.subarray(cmap.readUInt32BE(4 + 8 * record + 4));
    const format = map.readUInt16BE(0);
    if (format === 4) {
      const segments = map.readUInt16BE(6) / 2;
      for (let at = 0; at < segments; at += 1)
        add(map.readUInt16BE(16 + 2 * (segments + at)), map.readUInt16BE(14 + 2 * at));
    }
    if (format === 12)
      for (let at = 0; at < map.readUInt32BE(12); at += 1)
        add(map.readUInt32BE(16 + 12 * at), map.readUInt32BE(20 + 12 * at));
  }
  signs.delete(0xffff);
  return signs;
}
