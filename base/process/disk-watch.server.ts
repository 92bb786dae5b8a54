import { statfs } from 'node:fs/promises';
import { fullDiskOf } from '#base/db/database-trouble.server.ts';

export interface DiskWatchOptions {
  /** The folder with the program's data, and with the embedded database where there is one. */
  readonly folder: string;
  readonly now?: () => number;
}

/** Tracks whether a disk is full. */
export interface DiskWatch {
  /** Inspects an error that ended a request or a transaction. */
  note(error: unknown): void;
  /** Whether an error of the last minute reported a full disk. */
  wasFull(): boolean;
  /** The same, or the folder has no space for another segment of the database's write-ahead log. */
  isFull(): Promise<boolean>;
}

const memoryMilliseconds = 60_000;
const walSegmentBytes = 16 * 1024 * 1024;

/** Watches the disk. That of a database on another machine is known to be full only by its errors. */
export function watchDisk({ folder, now = Date.now }: DiskWatchOptions): DiskWatch {
  let notedAt = Number.NEGATIVE_INFINITY;
  const wasFull = () => now() - notedAt < memoryMilliseconds;
  return {
    note(error) {
      if (fullDiskOf(error) !== null) notedAt = now();
    },
    wasFull,
    async isFull() {
      if (wasFull()) return true;
      const room = await statfs(folder).catch(() => null);
      return room !== null && room.bavail * room.bsize < walSegmentBytes;
    },
  };
}
