import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/** A box of MP4 begins with its length in four bytes, or with 1 and the length in eight bytes after its name. */
const boxHead = 16;

/** Where a box of a file stands, and how many bytes it takes. */
interface Box {
  readonly at: number;
  readonly length: number;
}

interface FileBoxes {
  /** The boxes end where the file ends. */
  readonly isWhole: boolean;
  /** What says how the sound is stored; null: there is none. */
  readonly moov: Box | null;
  /** Each says of a part of the sound how it is stored. */
  readonly fragments: readonly Box[];
}

/** Three hours in fragments of a tenth of a second have fewer. */
const mostBoxes = 300_000;

/** Passes over the outermost boxes of an MP4 file. It reads without a turn of the loop: a file of nothing but heads has very many, and the thread has nothing else to do. */
export function readBoxes({ fd }: FileHandle, size: number): FileBoxes {
  const head = Buffer.alloc(boxHead);
  const fragments: Box[] = [];
  let moov: Box | null = null;
  let at = 0;
  for (let count = 0; at + 8 <= size; count += 1) {
    if (count === mostBoxes) return { isWhole: false, moov, fragments };
    readSync(fd, head, 0, boxHead, at);
    const short = head.readUInt32BE(0);
    const name = head.toString('latin1', 4, 8);
    // The last box may leave its length out.
    const length = short === 0 ? size - at : short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (length < 8) return { isWhole: false, moov, fragments };
    if (name === 'moov') moov ??= { at, length };
    if (name === 'moof') fragments.push({ at, length });
    at += length;
  }
  return { isWhole: at === size, moov, fragments };
}

interface InnerBox {
  readonly name: string;
  readonly body: Buffer;
}

/** The boxes within the body of another one, as far as they are whole. */
export function boxesIn(body: Buffer): readonly InnerBox[] {
  const boxes: InnerBox[] = [];
  let at = 0;
  while (at + 8 <= body.length) {
    const length = body.readUInt32BE(at);
    if (length < 8 || at + length > body.length) break;
    boxes.push({ name: body.toString('latin1', at + 4, at + 8), body: body.subarray(at + 8, at + length) });
    at += length;
  }
  return boxes;
}

/** The first box of a path of names, each within the one before; null: there is none. */
export function boxAt(body: Buffer, ...[name, ...within]: readonly string[]): Buffer | null {
  const found = boxesIn(body).find((box) => box.name === name)?.body ?? null;
  return found === null || within.length === 0 ? found : boxAt(found, ...within);
}
