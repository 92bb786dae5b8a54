import { isAbsolute, join } from 'node:path';
import type { Logger } from 'pino';
import { countryOf } from '#app/country.ts';
import { type Opora, startOpora } from '#app/server-process.server.ts';
import { firstStartAddress } from '#app/staff/first-start/first-start.server.ts';
import type { Config } from '#base/config/config.server.ts';
import { ConfigError } from '#base/config/config-error.server.ts';
import { openHostWarning } from '#base/config/loopback.server.ts';
import { secretsIn } from '#base/config/secrets.server.ts';
import {
  databaseFailure,
  dataDirFailure,
  listenFailure,
  openDataDir,
  StartFailure,
  tryPort,
} from '#base/config/start-failure.server.ts';
import { startEmbeddedPostgres } from '#base/db/embedded-postgres.server.ts';
import { migrate } from '#base/db/migrations.server.ts';
import { createLog } from '#base/process/log.server.ts';
import { announce } from './demo/announce.ts';
import { seedDemoWorld } from './demo/demo-world.ts';
import type { DemoProvider } from './demo/provider-books.ts';
import { refuseDemoPasswords } from './operation/demo/refuse-demo-passwords.ts';
import { buildIfStale } from './operation/install/build-if-stale.ts';
import { whenNpmIsGone } from './operation/install/npm-process.ts';
import { sandboxBooks, startSandboxProcess } from './operation/install/sandbox-process.ts';
import { standInsOf, withStandInPages } from './operation/install/stand-ins.ts';
import { createStartedParts, type StartedParts } from './operation/install/started-parts.ts';
import { readArchive } from './operation/person/archive/read-archive.ts';
import { warnOfUnreadable } from './operation/reseal.ts';
import { readStartConfig } from './operation/start-config.ts';

const folder = import.meta.dirname;
const isDevelopment = process.argv.includes('--dev');

const endMilliseconds = 9_500;

interface Starting {
  readonly config: Config;
  readonly dataDir: string;
  readonly log: Logger;
  readonly parts: StartedParts;
}

async function startDatabaseServer({ dataDir, log, parts }: Starting): Promise<string> {
  const { signal } = parts;
  const embedded = await startEmbeddedPostgres({ dataDir, log: (message) => log.info(message), signal });
  await parts.add(() => embedded.stop());
  return embedded.url;
}

interface DatabaseAddresses {
  readonly databaseUrl: string;
  /** For what needs a session of its own, which a pooler does not give. */
  readonly directUrl: string;
}

/** Opens and migrates the database. */
async function openDatabase(starting: Starting): Promise<DatabaseAddresses> {
  const { config, log } = starting;
  const databaseUrl = config.DATABASE_URL ?? (await startDatabaseServer(starting));
  const url = config.DATABASE_LISTEN_URL ?? databaseUrl;
  try {
    await migrate({ url, folder: join(folder, 'migrations'), log: (message) => log.info(message) });
  } catch (error) {
    throw config.DATABASE_URL === undefined ? error : databaseFailure(error, url);
  }
  return { databaseUrl, directUrl: url };
}

interface Provider {
  /** Null: there is no gateway. */
  readonly paymentUrl: string | null;
  /** Null: the gateway stand-in was not started. */
  readonly sandboxUrl: string | null;
}

async function openPaymentProvider({ config, dataDir, log, parts }: Starting): Promise<Provider> {
  if (config.sandboxPort === null) return { paymentUrl: config.paymentUrl, sandboxUrl: null };
  const sandbox = await startSandboxProcess({
    folder,
    port: config.sandboxPort,
    host: config.HOST,
    secret: secretsIn(config.PAYMENT_SECRET)[0],
    standIns: standInsOf(config),
    phonePrefix: countryOf(config.COUNTRY).phonePrefix,
    dataFile: sandboxBooks(dataDir),
    log,
    signal: parts.signal,
  });
  await parts.add(() => sandbox.stop());
  return { paymentUrl: config.paymentUrl ?? sandbox.url, sandboxUrl: sandbox.url };
}

/** The gateway stand-in, if it runs: it receives the payments of the demo world. A real provider never gets them. */
function demoProvider(config: Config, url: string | null): DemoProvider | undefined {
  if (url === null || config.sandboxPort === null || config.paymentUrl !== null) return undefined;
  const [secret] = secretsIn(config.PAYMENT_SECRET);
  return { url, secret, callbackUrl: `${config.publicUrl}/api/Payment/Callback` };
}

type Started = Pick<Provider, 'sandboxUrl'> & { readonly opora: Opora };

/** On a first start, building the screens takes longest, so that database and demo world are created meanwhile. */
async function start(starting: Starting): Promise<Started> {
  const { log, parts, config, dataDir } = starting;
  if (config.PORT !== 0) await tryPort(config);
  await openDataDir(dataDir);
  const say = (message: string) => log.info(message);
  const built = isDevelopment ? Promise.resolve() : buildIfStale(folder, say, parts.signal);
  const [started] = await parts.together([startServices(built, starting), built]);
  return started;
}

async function startServices(built: Promise<unknown>, starting: Starting): Promise<Started> {
  const { config, log, parts, dataDir } = starting;
  const [{ databaseUrl, directUrl }, provider] = await parts.together([
    openDatabase(starting),
    openPaymentProvider(starting),
  ]);
  const { paymentUrl, sandboxUrl } = provider;
  if (config.isProduction) await refuseDemoPasswords(directUrl);
  const warning = openHostWarning(config);
  if (warning !== null) log.warn(warning);
  const pages = isDevelopment ? 'development' : 'built';
  const opora = await startOpora({
    config: withStandInPages(config, provider.sandboxUrl),
    databaseUrl,
    paymentUrl,
    log,
    readArchive,
    pages,
    folder,
    dataDir,
    built,
    prepare: async (inside) => {
      if (config.DEMO) await seedDemoWorld(inside, { ...config, provider: demoProvider(config, paymentUrl) }, log);
    },
  }).catch((error: unknown) => Promise.reject(listenFailure(error, config)));
  await parts.add(() => opora.close());
  void warnOfUnreadable({ databaseUrl: directUrl, secrets: config.JWT_SECRET }, (message) => log.warn(message)).catch(
    (error: unknown) => log.warn({ err: error }, 'could not look for rows that JWT_SECRET does not open'),
  );
  return { opora, sandboxUrl };
}

/** Stops everything that was started or is starting, then ends the process with a status. */
async function end(parts: StartedParts, started: Promise<unknown>, status: number): Promise<void> {
  process.exitCode = status;
  setTimeout(() => process.exit(), endMilliseconds).unref();
  await Promise.allSettled([parts.stop(), started]);
  process.exit();
}

/** Stops the process on signals. The returned function returns whether a signal has arrived. */
function stopOnSignals(log: Logger, parts: StartedParts, started: Promise<unknown>): () => boolean {
  let hasCome = false;
  const stop = (reason: string) => {
    if (hasCome || parts.signal.aborted) return;
    hasCome = true;
    log.info(`${reason}: stopping`);
    void end(parts, started, 0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(signal));
  whenNpmIsGone(['start', 'dev'], () => stop('npm has ended'));
  return () => hasCome;
}

/** Prints a failure: one line if the operator can fix it, with the stack if only a developer can. */
function printFailure(error: unknown): void {
  const isKnown = error instanceof ConfigError || error instanceof StartFailure;
  const words = error instanceof Error && !isKnown ? error.stack : undefined;
  process.stderr.write(`${words ?? (error instanceof Error ? error.message : String(error))}\n`);
}

async function main(): Promise<void> {
  const config = readStartConfig(process.env);
  const dataDir = isAbsolute(config.DATA_DIR) ? config.DATA_DIR : join(folder, config.DATA_DIR);
  const log = createLog({ level: config.LOG_LEVEL, pretty: !config.isProduction && process.stdout.isTTY });
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a rejection that nobody handled'));
  const parts = createStartedParts((error) => log.error({ err: error }, 'could not stop in order'));
  const started = start({ config, dataDir, log, parts });
  const isToEnd = stopOnSignals(log, parts, started);
  try {
    const { opora, sandboxUrl } = await started;
    const firstStart = await firstStartAddress(opora.db, config);
    if (firstStart !== null) log.info(`there is no admin yet, the first one is made at ${firstStart}`);
    await announce(opora, { config, sandboxUrl }, (line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    if (isToEnd()) return;
    // Parts that are stopped while they start log errors that would hide the real one.
    log.level = 'silent';
    printFailure(dataDirFailure(error, dataDir));
    await end(parts, started, 1);
  }
}

main().catch((error: unknown) => {
  printFailure(error);
  process.exit(1);
});
