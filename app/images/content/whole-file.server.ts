/** The bytes of a PNG's signature, and of a chunk without its data. */
const [pngHead, pngChunk] = [8, 12];

/** Whether a PNG has its last chunk; data behind it is ignored. */
export function isWholePng(bytes: Buffer): boolean {
  let at = pngHead;
  while (at + pngChunk <= bytes.length) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return true;
    at += pngChunk + bytes.readUInt32BE(at);
  }
  return false;
}

const gif = { head: 13, trailer: 0x3b, extension: 0x21, image: 0x2c, padding: 0 } as const;

/** The size of a GIF's colour table in bytes, by its flags. */
const colourTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** The offset behind a sequence of sub-blocks. Each begins with its length; the last one is empty. */
function behindSubBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes[at]; length !== undefined && length !== 0; length = bytes[at]) at += length + 1;
  return at + 1;
}

/** The offset of the next block; null for an unknown block. */
function behindBlock(bytes: Buffer, at: number): number | null {
  if (bytes[at] === gif.padding) return at + 1;
  if (bytes[at] === gif.extension) return behindSubBlocks(bytes, at + 2);
  if (bytes[at] === gif.image) return behindSubBlocks(bytes, at + 11 + colourTable(bytes[at + 9] ?? 0));
  return null;
}

/** Whether a GIF has its trailer; data behind it is ignored. Unknown blocks are left to the decoder. */
export function isWholeGif(bytes: Buffer): boolean {
  let at: number | null = gif.head + colourTable(bytes[10] ?? 0);
  while (at !== null && at < bytes.length) {
    if (bytes[at] === gif.trailer) return true;
    at = behindBlock(bytes, at);
  }
  return at === null;
}

const jpeg = { mark: 0xff, end: 0xd9, scanData: 0x00, temporary: 0x01, firstRestart: 0xd0, start: 0xd8 } as const;

/** Whether a JPEG marker is followed by a length and data. */
const hasData = (marker: number) =>
  marker !== jpeg.scanData && marker !== jpeg.temporary && (marker < jpeg.firstRestart || marker > jpeg.start);

/** Whether a JPEG has its end marker; data behind it is ignored. */
export function isWholeJpeg(bytes: Buffer): boolean {
  let at = bytes.indexOf(jpeg.mark);
  while (at !== -1 && at + 1 < bytes.length) {
    const marker = bytes[at + 1] ?? jpeg.scanData;
    if (marker === jpeg.end) return true;
    // A marker may be preceded by fill bytes.
    if (marker === jpeg.mark) at += 1;
    else at += hasData(marker) && at + 4 <= bytes.length ? 2 + bytes.readUInt16BE(at + 2) : 2;
    at = bytes.indexOf(jpeg.mark, at);
  }
  return false;
}
