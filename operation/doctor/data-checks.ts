import { randomBytes } from 'node:crypto';
import { readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { localImageFiles } from '#app/images/image-files.server.ts';
import { s3ImageFiles } from '#app/images/s3-image-files.server.ts';
import { openDataDir } from '#base/config/start-failure.server.ts';
import { readManifest } from '../manifest.ts';
import type { Check } from './examine.ts';

const gigabyte = 1024 ** 3;
const leastFree = gigabyte;
const hour = 3_600_000;
/** A nightly backup, and the time that it takes. */
const oldestBackup = 26 * hour;

/** Whether this user can write to the data folder. */
export function checkDataDir(dataDir: string): Check {
  return async () => {
    await openDataDir(dataDir);
    return `${dataDir} can be written to`;
  };
}

/** Whether the disk of the data folder has room. */
export function checkDisk(dataDir: string): Check {
  return async () => {
    const { bavail, bsize } = await statfs(dataDir);
    const free = `${((bavail * bsize) / gigabyte).toFixed(1)} GB free on the disk of ${dataDir}`;
    if (bavail * bsize >= leastFree) return free;
    throw new Error(`DATA_DIR: only ${free}: make room there, or choose a folder on another disk`);
  };
}

/** Writes, reads and removes a picture. `address`: `IMAGE_STORE`. */
export function checkPictures(address: string | undefined, folder: string): Check {
  return async () => {
    const files = address === undefined ? localImageFiles(folder) : s3ImageFiles(address);
    const name = `doctor-${randomBytes(6).toString('hex')}`;
    const bytes = Buffer.from(name);
    try {
      await files.write(`${name}/probe`, bytes, 'text/plain');
      const read = await files.read(`${name}/probe`);
      if (read?.equals(bytes) !== true) throw new Error('what was written is not what is read');
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      const remedy =
        address === undefined ? 'give this user the right to' : 'correct the address and the AWS_… variables';
      throw new Error(`IMAGE_STORE: pictures cannot be stored (${words}): ${remedy}`, { cause: error });
    } finally {
      await files.removeFolder(name).catch(() => undefined);
    }
    return 'pictures can be stored';
  };
}

async function newestBackup(folder: string): Promise<number | null> {
  const names = await readdir(folder);
  const made = await Promise.all(names.map((name) => readManifest(join(folder, name)).catch(() => null)));
  const times = made.flatMap((one) => (one === null ? [] : [Date.parse(one.madeAt)]));
  return times.length === 0 ? null : Math.max(...times);
}

/** Looks at the age of the newest backup. `folder`: that of `--backups`; null: the usual one, which need not exist. */
export function checkBackup(folder: string | null): Check {
  return async () => {
    const place = folder ?? '/backups';
    const remedy = `run opora backup ${place}/<day> every night`;
    const newest = await newestBackup(place).catch((error: unknown) => {
      if (folder === null) return undefined;
      throw new Error(`${place} cannot be read: correct the folder after --backups`, { cause: error });
    });
    if (newest === undefined) return { note: 'the backups are not here: name their folder by --backups <folder>' };
    if (newest === null) throw new Error(`there is no finished backup in ${place}: ${remedy}`);
    const hours = Math.floor((Date.now() - newest) / hour);
    if (Date.now() - newest <= oldestBackup) return `the newest backup is ${hours} h old`;
    throw new Error(`the newest backup in ${place} is ${hours} h old: ${remedy}`);
  };
}
