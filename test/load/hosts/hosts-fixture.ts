import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Database, openDatabase } from '#base/db/db.server.ts';
import { migrate } from '#base/db/migrations.server.ts';
import { checkOutOldRelease, type OldRelease } from '#test/load/processes/old-release.ts';
import { type ProviderBook, readBooks } from '#test/load/server-fleet.ts';
import { startS3 } from '#test/support/s3-stand-in.ts';
import { apiOf, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { startPaymentSandbox } from '../../../payment-gateway/server.ts';
import { DatabaseHost, passwords, until } from './database-hosts.ts';
import { Host, network, openNetwork, requireTools } from './host.ts';
import { directUrl, type PictureStore, ServerHost } from './server-host.ts';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/**
 * The cluster of operation/deploy/ha on hosts of its own, with the stand-ins of the payments and of the store of pictures beside it. The servers
 * begin with the previous release.
 */
export interface HostsFixture {
  readonly databases: readonly DatabaseHost[];
  readonly servers: readonly ServerHost[];
  /** The address of the HAProxy host. */
  readonly url: string;
  readonly api: TestApp['request'];
  /** A direct connection to the primary. */
  readonly db: Database;
  /** What all programs have said. */
  readonly lines: readonly string[];
  readonly backups: string;
  /** The release that the servers and the database began with. */
  readonly old: OldRelease;
  books(): Promise<ProviderBook[]>;
  /** Where everything is as it should be: a primary, two that follow it, one of them synchronously, and both servers ready. */
  isWhole(): Promise<boolean>;
  primary(): Promise<DatabaseHost>;
  close(): Promise<void>;
}

type Closing = (() => Promise<unknown>)[];

async function openDatabases(folder: string, lines: string[], closing: Closing): Promise<DatabaseHost[]> {
  const databases: DatabaseHost[] = [];
  for (const [index, name] of ['db1', 'db2', 'db3'].entries()) {
    const made = await DatabaseHost.open({ name, last: 11 + index, folder, lines });
    closing.unshift(() => made.host.close());
    databases.push(made);
  }
  const backups = join(folder, 'backups');
  await mkdir(backups);
  await chmod(backups, 0o777);
  await DatabaseHost.shareBackups(databases, backups);
  await Promise.all(databases.map((one) => one.start()));
  return databases;
}

async function primaryOf(databases: readonly DatabaseHost[]): Promise<DatabaseHost> {
  const states = await Promise.all(databases.map((one) => one.isPrimary()));
  const found = databases[states.indexOf(true)];
  if (found === undefined) throw new Error('there is no primary');
  return found;
}

async function areFollowing(databases: readonly DatabaseHost[]): Promise<boolean> {
  const members = await (await primaryOf(databases)).members();
  const states = members.map(({ role, state }) => `${role} ${state}`).sort();
  return /^leader running,(replica (running|streaming)),sync_standby (running|streaming)$/.test(states.join(','));
}

/** Makes the product's database, as `release` has it, and the repository of backups. */
async function prepare(databases: readonly DatabaseHost[], release: OldRelease): Promise<void> {
  await until('the database hosts follow a primary', () => areFollowing(databases), 120);
  const primary = await primaryOf(databases);
  await primary.asAdmin(async (client) => {
    await client.query(`create role opora login password '${passwords.opora}'`);
    await client.query('create database opora owner opora');
    await client.query(`alter database opora set timezone to 'UTC'`);
  });
  await primary.pgbackrest('stanza-create');
  await migrate({ url: directUrl, folder: join(release.folder, 'migrations') });
}

/** The previous release, ready to run. */
async function openOldRelease(closing: Closing): Promise<OldRelease> {
  const old = await checkOutOldRelease();
  if (old === null) throw new Error('the history has no commit whose database this release would have to migrate');
  closing.unshift(() => old.remove());
  await run(process.execPath, ['operation/install/build.ts'], { cwd: old.folder, maxBuffer: 64_000_000 });
  return old;
}

async function openPictureStore(closing: Closing): Promise<PictureStore> {
  const accessKey = 'key-of-the-hosts';
  const s3 = await startS3('pictures', accessKey, `${network}.1`);
  closing.unshift(() => s3.close());
  return { address: `s3://pictures/opora?endpoint=${s3.url}`, accessKey, secretKey: 'secret-of-the-hosts' };
}

/** Server hosts with the product as `program` has it. */
async function openServers(
  options: { readonly folder: string; readonly lines: string[]; readonly program: string },
  outside: { readonly paymentUrl: string; readonly pictures: PictureStore },
  closing: Closing,
): Promise<ServerHost[]> {
  const { folder, lines, program } = options;
  const known = { ...outside, publicUrl: `http://${network}.31:8080` };
  const servers: ServerHost[] = [];
  for (const [index, name] of ['app1', 'app2'].entries()) {
    const made = await ServerHost.open({ name, last: 21 + index, folder, lines }, known);
    closing.unshift(() => made.host.close());
    made.startGround();
    made.startProduct(program);
    servers.push(made);
  }
  return servers;
}

/** HAProxy by the rules of `operation/deploy/haproxy.cfg`, with the address to listen on and the servers of these hosts. */
async function openProxy(folder: string, servers: readonly ServerHost[], said: string[], closing: Closing) {
  const host = await Host.open({ name: 'proxy', last: 31, folder, lines: said });
  closing.unshift(() => host.close());
  const template = await readFile(join(root, 'operation/deploy/haproxy.cfg'), 'utf8');
  const file = join(folder, 'haproxy.cfg');
  const addresses = servers.map((one) => `${one.host.address}:3000`);
  const lines = addresses.map((address, index) => `  server opora${index + 1} ${address}`).join('\n');
  const config = template
    .replace(/^ {2}bind .*$/m, `  bind ${host.address}:8080`)
    .replace(/^resolvers docker\n(?: .*\n)+/m, '')
    .replace(/^ {2}server-template .*$/gm, lines);
  await writeFile(file, config);
  host.start(['haproxy', '-f', file]);
  return `http://${host.address}:8080`;
}

/** Builds the cluster; whatever was made is taken away if that fails. */
export async function openHosts(): Promise<HostsFixture> {
  await requireTools();
  const closing: Closing = [];
  const close = async () => {
    const failed: unknown[] = [];
    // What cannot be taken away keeps nothing else here.
    for (const one of closing.splice(0)) await one().catch((error: unknown) => void failed.push(error));
    if (failed.length > 0) throw new AggregateError(failed, 'some of the hosts were not taken away');
  };
  const lines: string[] = [];
  try {
    const folder = await mkdtemp(join(tmpdir(), 'opora-hosts-'));
    await chmod(folder, 0o755);
    closing.unshift(() => rm(folder, { recursive: true, force: true }));
    const old = await openOldRelease(closing);
    const net = await openNetwork();
    closing.unshift(() => net.close());
    const gateway = await startPaymentSandbox({ secret: testSecrets.payment, host: `${network}.1` });
    closing.unshift(() => gateway.close());
    const databases = await openDatabases(folder, lines, closing);
    await prepare(databases, old);
    const pictures = await openPictureStore(closing);
    const outside = { paymentUrl: gateway.url, pictures };
    const servers = await openServers({ folder, lines, program: old.program }, outside, closing);
    const url = await openProxy(folder, servers, lines, closing);
    const db = openDatabase({ url: directUrl, max: 8 });
    closing.unshift(() => db.close());
    const areReady = async () => (await Promise.all(servers.map((one) => one.isReady()))).every(Boolean);
    await until('the servers are ready', areReady, 90);
    return {
      databases,
      servers,
      url,
      api: apiOf(url),
      db,
      lines,
      close,
      backups: join(folder, 'backups'),
      old,
      books: () => readBooks(gateway.url),
      isWhole: async () => (await areFollowing(databases)) && (await areReady()),
      primary: () => primaryOf(databases),
    };
  } catch (error) {
    await close();
    throw new Error(`the hosts were not built:\n${lines.slice(-30).join('\n')}`, { cause: error });
  }
}
