import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, realpath, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Binaries, findBinaries } from './embedded-postgres-binaries.server.ts';
import { canEnter, type ServerUser, serverUser } from './embedded-postgres-user.server.ts';

/** Where an embedded database lives and who runs it. */
export interface PostgresHome {
  /** Holds everything below; `DATA_DIR/postgres`, or elsewhere where the server's user cannot enter that. */
  readonly folder: string;
  /** PostgreSQL's data directory. */
  readonly cluster: string;
  readonly user: ServerUser | undefined;
  readonly binaries: Binaries;
  readonly password: string;
  readonly passwordFile: string;
  readonly portFile: string;
  readonly logFile: string;
}

const run = promisify(execFile);
const pointerName = 'postgres-is-elsewhere.json';
const pointerShape = z.object({ dataDir: z.string(), home: z.string() });

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Reads where the database of a data folder was moved. A copied data folder must not use the original's database; a moved one must. */
async function movedHome(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, pointerName), 'utf8').catch(() => null);
  if (text === null) return null;
  const pointer = pointerShape.parse(JSON.parse(text));
  const isCopy = pointer.dataDir !== dataDir && (await exists(pointer.dataDir));
  if (isCopy || !(await exists(pointer.home))) return null;
  if (pointer.dataDir !== dataDir) await writePointer(dataDir, pointer.home);
  return pointer.home;
}

async function writePointer(dataDir: string, home: string): Promise<void> {
  await writeFile(join(dataDir, pointerName), `${JSON.stringify({ dataDir, home })}\n`, { mode: 0o600 });
}

/** Root owns the home, so that PostgreSQL's user cannot plant files in it; that user may only enter the cluster. */
const modeFor = (user: ServerUser | undefined) => (user === undefined ? 0o700 : 0o711);

/** Changes the owner of a cluster that root has copied, because PostgreSQL does not run as root. */
async function giveCluster(home: string, user: ServerUser): Promise<void> {
  const cluster = join(home, 'cluster');
  if (await exists(cluster)) await run('chown', ['-R', `${user.uid}:${user.gid}`, cluster]);
}

/** Creates a home outside the data folder, for a user who cannot enter that. */
async function makeHomeElsewhere(dataDir: string, user: ServerUser): Promise<string> {
  for (const base of ['/var/lib', '/var/tmp', tmpdir(), '/tmp']) {
    const home = await mkdtemp(join(base, 'opora-')).catch(() => null);
    if (home === null) continue;
    await chmod(home, modeFor(user));
    if (await canEnter(home, user)) {
      await writePointer(dataDir, home);
      return home;
    }
    await rmdir(home);
  }
  throw new Error(`no folder was found that the user ${user.uid} may enter: start as an ordinary user`);
}

/** Moves the contents of a copied data folder. */
async function moveInto(home: string, from: string, user: ServerUser): Promise<void> {
  const names = await readdir(from);
  if (names.length > 0) await run('mv', [...names.map((name) => join(from, name)), home]);
  await rmdir(from);
  await giveCluster(home, user);
}

async function chooseFolder(
  dataDir: string,
  log: (message: string) => void,
): Promise<{ folder: string; user: ServerUser | undefined }> {
  const moved = await movedHome(dataDir);
  if (moved !== null) {
    log(`The database of ${dataDir} is in ${moved}`);
    return { folder: moved, user: await serverUser(join(moved, 'cluster')) };
  }
  const folder = join(dataDir, 'postgres');
  const user = await serverUser(join(folder, 'cluster'));
  await mkdir(folder, { recursive: true });
  await chmod(folder, modeFor(user)).catch((cause: Error) => {
    throw new Error(`${folder} belongs to another user: start as that user or choose another DATA_DIR`, { cause });
  });
  if (user === undefined) return { folder, user };
  if (await canEnter(folder, user)) {
    await giveCluster(folder, user);
    return { folder, user };
  }
  const elsewhere = await makeHomeElsewhere(dataDir, user);
  await moveInto(elsewhere, folder, user);
  log(
    `PostgreSQL does not run as root, and the user it runs as cannot enter ${dataDir}: the database is in ${elsewhere}`,
  );
  return { folder: elsewhere, user };
}

/** Creates the password with the cluster; later starts read it. */
async function readOrMakePassword(file: string, user: ServerUser | undefined): Promise<string> {
  const saved = await readFile(file, 'utf8').catch(() => null);
  if (saved !== null) return saved.trim();
  const made = randomBytes(24).toString('hex');
  await writeFile(file, `${made}\n`, { mode: 0o600 });
  if (user !== undefined) await chown(file, user.uid, user.gid);
  return made;
}

/** Prepares the folder of the database of `dataDir`; called under the lock of that folder. */
export async function prepareHome(dataDir: string, log: (message: string) => void): Promise<PostgresHome> {
  await mkdir(dataDir, { recursive: true });
  const { folder, user } = await chooseFolder(await realpath(dataDir), log);
  const binaries = await findBinaries(folder, user, log);
  const passwordFile = join(folder, 'password');
  return {
    folder,
    cluster: join(folder, 'cluster'),
    user,
    binaries,
    password: await readOrMakePassword(passwordFile, user),
    passwordFile,
    portFile: join(folder, 'port'),
    logFile: join(folder, 'postgres.log'),
  };
}
