import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The user that PostgreSQL runs as when this process is root, because PostgreSQL refuses to run as root. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** Users that exist on common systems and own nothing of value; the first one found is taken. */
const unprivilegedNames = ['postgres', 'nobody', '_postgres', 'daemon'];

async function findUser(): Promise<ServerUser> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of unprivilegedNames) {
    const line = lines.find(([candidate]) => candidate === name);
    // macOS writes nobody's ids as -2, meaning the unsigned number.
    const uid = Number(line?.[2]) >>> 0;
    const gid = Number(line?.[3]) >>> 0;
    if (line !== undefined && uid !== 0) return { uid, gid };
  }
  throw new Error(
    `PostgreSQL refuses to run as root and none of the users ${unprivilegedNames.join(', ')} exists: start as an ordinary user, or set DATABASE_URL`,
  );
}

/**
 * The user to run PostgreSQL as: undefined for this process's own user, unless that is root. An existing cluster stays with its owner.
 */
export async function serverUser(cluster: string): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findUser();
}

/** Whether a user can enter a folder, which requires access to every folder above it. */
export async function canEnter(folder: string, user: ServerUser): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}
