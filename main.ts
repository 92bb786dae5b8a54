import { mkdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Logger } from 'pino';
import { countryOf } from '#app/country.ts';
import { type Opora, startOpora } from '#app/opora.server.ts';
import { type Config, ConfigError, readConfig } from '#base/config.server.ts';
import { startEmbeddedPostgres } from '#base/embedded-postgres.server.ts';
import { createLog } from '#base/log.server.ts';
import { migrate } from '#base/migrations.server.ts';
import { secretsIn } from '#base/secrets.server.ts';
import { buildIfStale } from './scripts/build-if-stale.ts';
import { startSandboxProcess } from './scripts/sandbox-process.ts';
import { announce } from './seed/announce.ts';
import { seedDemoWorld } from './seed/demo-world.ts';
import type { DemoProvider } from './seed/provider-books.ts';

const folder = import.meta.dirname;
const isDevelopment = process.argv.includes('--dev');

/** Something that was started and has to be stopped, in the opposite order. */
type Stop = () => Promise<void>;

async function startDatabaseServer(dataDir: string, log: Logger, stops: Stop[]): Promise<string> {
  const embedded = await startEmbeddedPostgres({ dataDir, log: (message) => log.info(message) });
  stops.push(() => embedded.stop());
  return embedded.url;
}

/** A migrated database. */
async function openDatabase(config: Config, dataDir: string, log: Logger, stops: Stop[]): Promise<string> {
  const url = config.DATABASE_URL ?? (await startDatabaseServer(dataDir, log, stops));
  await migrate({ url, folder: join(folder, 'migrations'), log: (message) => log.info(message) });
  return url;
}

async function openPaymentProvider(config: Config, dataDir: string, log: Logger, stops: Stop[]): Promise<string> {
  if (config.sandboxPort === null) return config.paymentUrl ?? '';
  const sandbox = await startSandboxProcess({
    folder,
    port: config.sandboxPort,
    host: config.HOST,
    secret: secretsIn(config.PAYMENT_SECRET)[0],
    phonePrefix: countryOf(config.COUNTRY).phonePrefix,
    dataFile: join(dataDir, 'payment-sandbox.jsonl'),
    log,
  });
  stops.push(() => sandbox.stop());
  return config.paymentUrl ?? sandbox.url;
}

/** The sandbox, so that it knows what was paid in the demo world; a real provider is told nothing of it. */
function demoProvider(config: Config, url: string): DemoProvider | undefined {
  if (config.sandboxPort === null || config.paymentUrl !== null) return undefined;
  const [secret] = secretsIn(config.PAYMENT_SECRET);
  return { url, secret, callbackUrl: `${config.publicUrl}/api/Payment/Callback` };
}

/** The screens take longest to build on a first start: the database and the demo world are made meanwhile. */
async function start(config: Config, log: Logger, stops: Stop[]): Promise<Opora> {
  const built = isDevelopment ? Promise.resolve() : buildIfStale(folder, (message) => log.info(message));
  const [opora] = await Promise.all([startAround(built, config, log, stops), built]);
  return opora;
}

async function startAround(built: Promise<unknown>, config: Config, log: Logger, stops: Stop[]): Promise<Opora> {
  const dataDir = isAbsolute(config.DATA_DIR) ? config.DATA_DIR : join(folder, config.DATA_DIR);
  await mkdir(dataDir, { recursive: true });
  const [databaseUrl, paymentUrl] = await Promise.all([
    openDatabase(config, dataDir, log, stops),
    openPaymentProvider(config, dataDir, log, stops),
  ]);
  const pages = isDevelopment ? 'development' : 'built';
  const opora = await startOpora({
    ...{ config, databaseUrl, paymentUrl, log, pages, folder, dataDir, built },
    prepare: async (inside) => {
      if (config.DEMO) await seedDemoWorld(inside, { ...config, provider: demoProvider(config, paymentUrl) }, log);
    },
  });
  stops.push(() => opora.close());
  return opora;
}

function stopOnSignals(log: Logger, stops: Stop[]): void {
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info(`${signal}: stopping`);
    setTimeout(() => process.exit(1), 10_000).unref();
    for (const one of stops.reverse()) {
      await one().catch((error: unknown) => log.error({ err: error }, 'could not stop in order'));
    }
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal));
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog({ level: config.LOG_LEVEL, pretty: !config.isProduction && process.stdout.isTTY });
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a rejection that nobody handled'));
  const stops: Stop[] = [];
  stopOnSignals(log, stops);
  const opora = await start(config, log, stops);
  await announce(opora, config, (line) => process.stdout.write(`${line}\n`));
}

main().catch((error: unknown) => {
  const message = error instanceof ConfigError ? error.message : error;
  process.stderr.write(`${message instanceof Error ? (message.stack ?? message.message) : String(message)}\n`);
  process.exit(1);
});
