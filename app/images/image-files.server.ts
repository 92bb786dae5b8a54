import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The store of picture files. Paths are made by us: `<folder>/<file>`, only letters, digits, `-`, `_`, `.` and `/`. */
export interface ImageFiles {
  /** Null if there is no such file. */
  read(path: string): Promise<Buffer | null>;
  /** Atomic: readers see the complete file or none. */
  write(path: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Removes a folder with its files. */
  removeFolder(path: string): Promise<void>;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Stores pictures below a local folder. */
export function localImageFiles(root: string): ImageFiles {
  return {
    async read(path) {
      try {
        return await readFile(join(root, path));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
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
    removeFolder: (path) => rm(join(root, path), { recursive: true, force: true }),
  };
}
