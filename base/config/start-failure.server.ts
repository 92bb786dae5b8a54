import { access, constants, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { serversIn } from '#base/config/database-address.server.ts';

/** The program cannot start for an external reason. The message is one line: the variable, its problem and the remedy. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** An error with its causes and its parts. */
function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return [error, ...inner.flatMap(causesOf)];
}

function codesOf(error: unknown): Set<string> {
  return new Set(causesOf(error).flatMap((one) => ('code' in one ? [String(one.code)] : [])));
}

function explainDatabase(codes: ReadonlySet<string>, { hostname, port, username, pathname }: URL): string | null {
  const server = `${hostname}:${port || 5432}`;
  const user = decodeURIComponent(username);
  const database = pathname.slice(1);
  const has = (...some: string[]) => some.some((code) => codes.has(code));
  if (has('ECONNREFUSED')) return `nothing listens at ${server}: start PostgreSQL there, or correct host and port`;
  if (has('ENOTFOUND', 'EAI_AGAIN'))
    return `the host ${hostname} is unknown: correct its name, or the name service here`;
  if (has('ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'))
    return `${server} does not answer: look at the network and its firewalls`;
  if (has('28P01')) return `PostgreSQL refuses the password of the user "${user}": correct it`;
  if (has('28000')) return `PostgreSQL refuses the user "${user}": make the user there, and let it in by pg_hba.conf`;
  if (has('3D000')) return `there is no database "${database}" at ${server}: make it, createdb -O ${user} ${database}`;
  if (has('42501')) return `the user "${user}" may not make tables in "${database}": let the user own the database`;
  if (has('53300'))
    return `PostgreSQL at ${server} has no connection left: raise its max_connections, or lower DATABASE_POOL`;
  if (has('53100')) return `the disk of PostgreSQL at ${server} is full: make room there`;
  return null;
}

const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

/** One of several servers may be away. */
function explainServers(error: unknown, servers: readonly URL[]): string | null {
  const codes = codesOf(error).difference(new Set(unreachable));
  const [found] = servers.flatMap((server) => explainDatabase(codes, server) ?? []);
  const names = servers.map(({ hostname, port }) => `${hostname}:${port || 5432}`).join(', ');
  const isNone = causesOf(error).some(({ name }) => name === 'NoPrimary');
  return found ?? (isNone ? `none of ${names} accepts writes: start the primary, or correct the addresses` : null);
}

/** Explains an error of preparing the database at `url` to the operator; returns unknown errors unchanged. */
export function databaseFailure(error: unknown, url: string): unknown {
  const servers = serversIn(url).map((server) => new URL(server));
  const words = servers.length > 1 ? explainServers(error, servers) : explainDatabase(codesOf(error), new URL(url));
  return words === null ? error : new StartFailure(`DATABASE_URL: ${words}`, { cause: error });
}

const fullDisk = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** The same for errors below `dataDir`. PostgreSQL reports a full disk only in its log. */
export function dataDirFailure(error: unknown, dataDir: string): unknown {
  const isFull = codesOf(error)
    .values()
    .some((code) => fullDisk.has(code));
  const saysFull = causesOf(error).some(({ message }) => /No space left on device|Disk quota exceeded/.test(message));
  if (!isFull && !saysFull) return error;
  const words = `the disk of ${dataDir} is full: make room there, or choose a folder on another disk`;
  return new StartFailure(`DATA_DIR: ${words}`, { cause: error });
}

/** Creates the data folder if it is missing; throws if it is not writable. */
export async function openDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const known = dataDirFailure(error, dataDir);
    if (known !== error) throw known;
    const words = `${dataDir} cannot be written to: give this user the right to, or choose another folder`;
    throw new StartFailure(`DATA_DIR: ${words}`, { cause: error });
  }
}

function explainListening(
  codes: ReadonlySet<string>,
  { PORT: port, HOST: host }: { PORT: number; HOST: string },
): string | null {
  if (codes.has('EADDRINUSE'))
    return `PORT: port ${port} of ${host} is taken by another program: end it, or choose another port`;
  if (codes.has('EACCES'))
    return `PORT: this user may not listen on port ${port}: choose one from 1024 on, with a proxy in front`;
  const isNoAddress = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].some((code) => codes.has(code));
  return isNoAddress
    ? `HOST: ${host} is no address of this machine: correct it, 127.0.0.1 or 0.0.0.0 for example`
    : null;
}

/** Explains why a server cannot listen; returns unknown errors unchanged. */
export function listenFailure(error: unknown, place: { PORT: number; HOST: string }): unknown {
  const words = explainListening(codesOf(error), place);
  return words === null ? error : new StartFailure(words, { cause: error });
}

/** Throws if the port cannot be used, before anything else is started. */
export async function tryPort(place: { PORT: number; HOST: string }): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(place.PORT, place.HOST, resolve);
    });
  } catch (error) {
    throw listenFailure(error, place);
  }
  await new Promise((resolve) => server.close(resolve));
}
