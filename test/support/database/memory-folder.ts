import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
const gibibyte = 1024 ** 3;

/** Whether files in memory may grow as far as tests let them, with as much memory left for the tests themselves. */
async function hasRoom(): Promise<boolean> {
  const disk = await statfs(inMemory).catch(() => null);
  return disk !== null && disk.bavail * disk.bsize >= 4 * gibibyte && process.availableMemory() >= 8 * gibibyte;
}

/**
 * Makes a temporary folder for a database, in memory where there is room. Each test database is made of hundreds of files and soon deleted,
 * and each commit of the product is synced: a disk takes many times as long for both.
 */
export async function makeMemoryFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join((await hasRoom()) ? inMemory : tmpdir(), prefix));
  // PostgreSQL's user has to pass through it where root runs the tests.
  await chmod(folder, 0o711);
  return folder;
}
