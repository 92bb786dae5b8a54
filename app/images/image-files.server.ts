import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A part of a file: its first and its last byte. */
export interface FilePart {
  readonly from: number;
  readonly to: number;
}

/** The store of the files of pictures and of posts' audio. Paths are made by us: `<folder>/<file>`, only letters, digits, `-`, `_`, `.` and `/`. */
export interface ImageFiles {
  /** Null if there is no such file. */
  read(path: string): Promise<Buffer | null>;
  /** Atomic: readers see the complete file or none. */
  write(path: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Moves a local file, which is whole, into the store. It is never in memory as a whole. */
  take(path: string, file: string, contentType: string): Promise<void>;
  /** A small part of a file (`readInPieces` for larger ones); null if there is no such file. */
  readPart(path: string, part: FilePart): Promise<Buffer | null>;
  /** Removes a folder with its files. */
  removeFolder(path: string): Promise<void>;
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;

/** Null where there is no such file. */
async function orMissing<Result>(reading: Promise<Result>): Promise<Result | null> {
  return reading.catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
}

/** Moves a file, also to another disk. */
async function move(from: string, to: string): Promise<void> {
  return rename(from, to).catch(async (error: unknown) => {
    if (!hasCode(error, 'EXDEV')) throw error;
    await pipeline(createReadStream(from), createWriteStream(to, { flush: true }));
    await rm(from);
  });
}

/** Stores pictures below a local folder. */
export function localImageFiles(root: string): ImageFiles {
  return {
    read: (path) => orMissing(readFile(join(root, path))),
    async write(path, bytes) {
      const target = join(root, path);
      const fresh = `${target}.${randomBytes(6).toString('hex')}.new`;
      await mkdir(dirname(target), { recursive: true });
      try {
        await writeFile(fresh, bytes, { flush: true });
        await rename(fresh, target);
      } catch (error) {
        await rm(fresh, { force: true });
        throw error;
      }
    },
    async take(path, file) {
      const target = join(root, path);
      await mkdir(dirname(target), { recursive: true });
      await move(file, target);
    },
    async readPart(path, { from, to }) {
      const file = await orMissing(open(join(root, path)));
      if (file === null) return null;
      try {
        const bytes = Buffer.alloc(to - from + 1);
        const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
        return bytes.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    removeFolder: (path) => rm(join(root, path), { recursive: true, force: true }),
  };
}
