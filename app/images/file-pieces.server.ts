import { Readable } from 'node:stream';
import type { FilePart, ImageFiles } from './image-files.server.ts';

/** Up to three of them are in memory for each reader. */
const pieceBytes = 128 * 1024;

/**
 * A large part of a file as it is taken, piece by piece; null if there is no such file. However slow its reader is, it holds neither a file nor a
 * connection to the store open.
 */
export async function readInPieces(
  files: Pick<ImageFiles, 'readPart'>,
  path: string,
  { from, to }: FilePart,
): Promise<Readable | null> {
  const endOf = (at: number) => Math.min(at + pieceBytes - 1, to);
  const read = (at: number) => files.readPart(path, { from: at, to: endOf(at) });
  async function* pieces(first: Buffer) {
    let piece: Buffer | null = first;
    for (let at = from; at <= to; at += pieceBytes) {
      if (at > from) piece = await read(at);
      if (piece?.length !== endOf(at) - at + 1) throw new Error('a stored file is shorter than it was');
      yield piece;
    }
  }
  const first = await read(from);
  return first && Readable.from(pieces(first), { objectMode: false, highWaterMark: 1 });
}
