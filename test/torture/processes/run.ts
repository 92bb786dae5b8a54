/**
 * `npm run fleet -- --processes 3 --port 8080`: runs server processes on one database behind one HAProxy, at one address. The
 * database is the one of `DATABASE_URL` or the embedded one; all other variables are those of `npm start`. A process that dies is
 * started again; SIGHUP replaces all of them, one after the other, by what `--folder` (default: this one; it may be a link) holds then;
 * Ctrl+C ends everything.
 */
import { mkdir } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countryOf } from '#app/country.ts';
import { type Config, readConfig } from '#base/config/config.server.ts';
import { ConfigError } from '#base/config/config-error.server.ts';
import { secretsIn } from '#base/config/secrets.server.ts';
import { startEmbeddedPostgres } from '#base/db/embedded-postgres.server.ts';
import { createLog } from '#base/process/log.server.ts';
import { startSandboxProcess } from '../../../operation/install/sandbox-process.ts';
import { startFleet } from './fleet.ts';
import type { Member } from './member.ts';

const ownFolder = join(import.meta.dirname, '../../..');
/** The most connections to one database, whatever the number of processes. */
const connections = 80;

const print = (line: string) => process.stdout.write(`fleet: ${line}\n`);

function readArguments(): { processes: number; port: number; folder: string } {
  const { values } = parseArgs({
    options: { processes: { type: 'string' }, port: { type: 'string' }, folder: { type: 'string' } },
  });
  const processes = Number(values.processes ?? 3);
  const port = Number(values.port ?? 8080);
  const isRight =
    Number.isInteger(processes) && processes >= 1 && processes <= 64 && port >= 1 && port + processes <= 65_535;
  if (!isRight) throw new Error('--processes takes 1 to 64, --port takes a port with so many free ones after it');
  return { processes, port, folder: resolve(values.folder ?? ownFolder) };
}

/** Starts the database and the payment gateway, which outlive the processes. */
async function openGround(config: Config, stops: (() => Promise<void>)[]) {
  const dataDir = isAbsolute(config.DATA_DIR) ? config.DATA_DIR : join(ownFolder, config.DATA_DIR);
  await mkdir(dataDir, { recursive: true });
  const log = createLog({ level: config.LOG_LEVEL, pretty: false });
  let databaseUrl = config.DATABASE_URL;
  if (databaseUrl === undefined) {
    const embedded = await startEmbeddedPostgres({ dataDir, log: print });
    stops.push(() => embedded.stop());
    databaseUrl = embedded.url;
  }
  if (config.sandboxPort === null) return { dataDir, databaseUrl, paymentUrl: config.paymentUrl ?? '' };
  const gateway = await startSandboxProcess({
    folder: ownFolder,
    log,
    port: config.sandboxPort,
    host: config.HOST,
    secret: secretsIn(config.PAYMENT_SECRET)[0],
    phonePrefix: countryOf(config.COUNTRY).phonePrefix,
    dataFile: join(dataDir, 'payment-gateway.jsonl'),
  });
  stops.push(() => gateway.stop());
  print(`the payment gateway: ${gateway.url}`);
  return { dataDir, databaseUrl, paymentUrl: config.paymentUrl ?? gateway.url };
}

let lastStates = '';
function showStates(members: readonly Member[]): void {
  const texts = members.map(({ number, state, pid }) => `${number} ${state}${pid === null ? '' : ` (${pid})`}`);
  const states = texts.join(' · ');
  if (states !== lastStates) print(states);
  lastStates = states;
}

let isPrinted = false;
/** Passes log lines through. The first process prints once where everything is. */
function passOn(line: string, member: number): void {
  if (line.startsWith('{') || (member === 1 && !isPrinted)) process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  const { processes, port, folder } = readArguments();
  const config = readConfig({ ...process.env, PUBLIC_URL: process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}` });
  const stops: (() => Promise<void>)[] = [];
  let isStopping = false;
  const stop = async (status: number) => {
    if (isStopping) return;
    isStopping = true;
    for (const one of stops.toReversed()) await one().catch((error: unknown) => print(String(error)));
    process.exit(status);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
  try {
    const { dataDir, databaseUrl, paymentUrl } = await openGround(config, stops);
    const fleet = await startFleet({
      folder,
      processes,
      port,
      host: config.HOST,
      log: print,
      changed: showStates,
      said: passOn,
      ports: Array.from({ length: processes }, (_, index) => port + 1 + index),
      env: {
        DATABASE_POOL: String(Math.max(4, Math.min(20, Math.floor(connections / processes)))),
        ...process.env,
        TRUST_PROXY: process.env.TRUST_PROXY ?? '127.0.0.1',
        SANDBOX_PORT: 'off',
        DATABASE_URL: databaseUrl,
        PAYMENT_URL: paymentUrl,
        DATA_DIR: dataDir,
      },
    });
    stops.push(() => fleet.stop());
    isPrinted = true;
    process.on('SIGHUP', () => {
      print('replacing the processes one after the other');
      fleet.roll().then(
        () => print('all processes are replaced'),
        (error: unknown) => print(`the replacement has stopped: ${error instanceof Error ? error.message : error}`),
      );
    });
    print(
      `${processes} processes at ${fleet.url}; kill -HUP ${process.pid} replaces them one by one, Ctrl+C ends them`,
    );
  } catch (error) {
    if (!isStopping) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    await stop(1);
  }
}

main().catch((error: unknown) => {
  const message = error instanceof ConfigError || error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
