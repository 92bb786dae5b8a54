import { setImmediate as endOfTurn } from 'node:timers/promises';

/** So many steps take about a millisecond. */
export const stepsAtOnce = 100_000;

/** A walk through a file that pauses after each `stepsAtOnce` steps; its result is whether the file has its end. */
export type Walk = Generator<undefined, boolean>;

/** Finishes a walk and lets everything else run in its pauses: a file can be made of millions of the smallest parts. */
export async function finish(walk: Walk): Promise<boolean> {
  for (let part = walk.next(); ; part = walk.next()) {
    if (part.done) return part.value;
    await endOfTurn();
  }
}

/** The bytes of a PNG's signature, and of a chunk without its data; the name of its last chunk. */
const png = { head: 8, chunk: 12, last: Buffer.from('IEND').readUInt32BE() } as const;

/** Whether a PNG has its last chunk; data behind it is ignored. */
export function* walkPng(bytes: Buffer): Walk {
  let at: number = png.head;
  for (let steps = 1; at + png.chunk <= bytes.length; steps += 1) {
    if (bytes.readUInt32BE(at + 4) === png.last) return true;
    at += png.chunk + bytes.readUInt32BE(at);
    if (steps % stepsAtOnce === 0) yield;
  }
  return false;
}

const gif = { head: 13, trailer: 0x3b, extension: 0x21, image: 0x2c, padding: 0 } as const;

/** The size of a GIF's colour table in bytes, by its flags. */
const colourTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** The bytes before the sub-blocks of a block; null for an unknown block. */
function headOf(bytes: Buffer, at: number): number | null {
  if (bytes[at] === gif.extension) return 2;
  return bytes[at] === gif.image ? 11 + colourTable(bytes[at + 9] ?? 0) : null;
}

/** Whether a GIF has its trailer; data behind it is ignored. Unknown blocks are left to the decoder. */
export function* walkGif(bytes: Buffer): Walk {
  let at = gif.head + colourTable(bytes[10] ?? 0);
  // Each sub-block begins with its length; the last one is empty.
  let isInBlock = false;
  for (let steps = 1; at < bytes.length; steps += 1) {
    const byte = bytes[at] ?? 0;
    if (isInBlock) {
      isInBlock = byte !== 0;
      at += byte + 1;
    } else if (byte === gif.trailer) {
      return true;
    } else if (byte === gif.padding) {
      at += 1;
    } else {
      const head = headOf(bytes, at);
      if (head === null) return true;
      isInBlock = true;
      at += head;
    }
    if (steps % stepsAtOnce === 0) yield;
  }
  return false;
}

const jpeg = { mark: 0xff, end: 0xd9, scanData: 0x00, temporary: 0x01, firstRestart: 0xd0, start: 0xd8 } as const;

/** Whether a JPEG marker is followed by a length and data. */
const hasData = (marker: number) =>
  marker !== jpeg.scanData && marker !== jpeg.temporary && (marker < jpeg.firstRestart || marker > jpeg.start);

/** A native search costs as much as a look at some dozens of bytes. */
const near = 32;

function nextMark(bytes: Buffer, from: number): number {
  for (let at = from; at < from + near; at += 1) if (bytes[at] === jpeg.mark) return at;
  return bytes.indexOf(jpeg.mark, from + near);
}

/** Whether a JPEG has its end marker; data behind it is ignored. */
export function* walkJpeg(bytes: Buffer): Walk {
  let at = nextMark(bytes, 0);
  for (let steps = 1; at !== -1 && at + 1 < bytes.length; steps += 1) {
    const marker = bytes[at + 1] ?? jpeg.scanData;
    if (marker === jpeg.end) return true;
    // A marker may be preceded by fill bytes.
    if (marker === jpeg.mark) at += 1;
    else at += hasData(marker) && at + 4 <= bytes.length ? 2 + bytes.readUInt16BE(at + 2) : 2;
    at = nextMark(bytes, at);
    if (steps % stepsAtOnce === 0) yield;
  }
  return false;
}
