/** How many bytes a PNG's signature has, and its chunks beside their data. */
const [pngHead, pngChunk] = [8, 12];

/** Whether a PNG has its last chunk, whatever comes behind it. */
export function isWholePng(bytes: Buffer): boolean {
  let at = pngHead;
  while (at + pngChunk <= bytes.length) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return true;
    at += pngChunk + bytes.readUInt32BE(at);
  }
  return false;
}

const gif = { head: 13, trailer: 0x3b, extension: 0x21, image: 0x2c, padding: 0 } as const;

/** The bytes of a GIF's table of colours, of which the flags tell. */
const colourTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Behind the sub-blocks that begin at a place, each with its length before it, the last one empty. */
function behindSubBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes[at]; length !== undefined && length !== 0; length = bytes[at]) at += length + 1;
  return at + 1;
}

/** Where the block behind this one begins; null: it is none that a GIF knows. */
function behindBlock(bytes: Buffer, at: number): number | null {
  if (bytes[at] === gif.padding) return at + 1;
  if (bytes[at] === gif.extension) return behindSubBlocks(bytes, at + 2);
  if (bytes[at] === gif.image) return behindSubBlocks(bytes, at + 11 + colourTable(bytes[at + 9] ?? 0));
  return null;
}

/** Whether a GIF has its trailer, whatever comes behind it. What is no block at all is left for the decoder to judge. */
export function isWholeGif(bytes: Buffer): boolean {
  let at: number | null = gif.head + colourTable(bytes[10] ?? 0);
  while (at !== null && at < bytes.length) {
    if (bytes[at] === gif.trailer) return true;
    at = behindBlock(bytes, at);
  }
  return at === null;
}
