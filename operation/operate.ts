/**
 * The operator's commands: `npm run backup -- <folder>`, `npm run restore -- <folder>`,
 * `npm run reconcile -- [since, 2026-11-01] [--statement <file> --system <name>]`, `npm run reseal`,
 * `npm run setup -- [--file <file>] [--answers <file>] [--yes] [NAME=value …]`, `npm run doctor -- [--json] [--backups <folder>]`,
 * `npm run admin -- grant <phone> <role>`, `npm run admin -- revoke <phone>`, `npm run admin -- list`,
 * `npm run demo -- list`, `npm run demo -- lock`, `npm run demo -- remove --yes`,
 * `npm run person -- export <phone or id> <folder>`, `npm run person -- delete <phone or id> [--yes]`. Works on `DATABASE_URL` or on the embedded database, also while the server runs;
 * backup writes figures for Prometheus with `--metrics <file>`. All exit with 1 on a problem.
 */

import { isAbsolute, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { countryOf } from '#app/country.ts';
import { type Config, originOf } from '#base/config/config.server.ts';
import { startEmbeddedPostgres } from '#base/db/embedded-postgres.server.ts';
import { runAdminCommand } from './admin/admin-command.ts';
import { backUp } from './backup.ts';
import { runDemoCommand } from './demo/demo-command.ts';
import { runDoctorCommand, type WithPlace } from './doctor/doctor-command.ts';
import { sandboxBooks, servingSandboxUrl } from './install/sandbox-process.ts';
import { runPersonCommand } from './person/person-command.ts';
import { runReconcileCommand } from './reconcile/reconcile-command.ts';
import { reseal } from './reseal.ts';
import { restore } from './restore.ts';
import { runSetupCommand } from './setup/setup-command.ts';
import { readSetupWords } from './setup/setup-words.ts';
import { openTerminal } from './setup/terminal.ts';
import { readStartConfig } from './start-config.ts';
import { type CommandFigures, writeFigures } from './textfile.ts';

const root = join(import.meta.dirname, '..');
const log = (line: string) => void process.stdout.write(`${line}\n`);

const dataDirOf = ({ DATA_DIR }: Config) => (isAbsolute(DATA_DIR) ? DATA_DIR : join(root, DATA_DIR));

interface Place {
  readonly databaseUrl: string;
  readonly imageFolder: string | null;
}

async function withDatabase(
  config: Config,
  work: (place: Place) => Promise<void>,
  say: (line: string) => void = log,
): Promise<void> {
  const dataDir = dataDirOf(config);
  const imageFolder = config.IMAGE_STORE === undefined ? join(dataDir, 'images') : null;
  const given = config.DATABASE_LISTEN_URL ?? config.DATABASE_URL;
  if (given !== undefined) return work({ databaseUrl: given, imageFolder });
  const embedded = await startEmbeddedPostgres({ dataDir, log: say });
  try {
    await work({ databaseUrl: embedded.url, imageFolder });
  } finally {
    await embedded.stop();
  }
}

function folderIn(argument: string | undefined): string {
  if (argument === undefined) throw new Error('name the folder of the backup');
  return argument;
}

/** The file of `--metrics <file>` after a command. */
function takeMetricsFile(words: string[]): string | null {
  const at = words.indexOf('--metrics');
  return at === -1 ? null : (words.splice(at, 2)[1] ?? null);
}

async function reportFigures(file: string | null, figures: CommandFigures): Promise<void> {
  if (file !== null) await writeFigures(file, figures);
}

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** The address of the sandbox, which another process on the same data may have started on another port; null: there is none. */
async function sandboxUrlOf(config: Config): Promise<string | null> {
  const { sandboxPort, HOST: host } = config;
  if (sandboxPort === null) return null;
  const serving = await servingSandboxUrl(sandboxBooks(dataDirOf(config)));
  return serving ?? originOf(host, sandboxPort);
}

/** The addresses of the gateway, or of the sandbox in its place, and of the stand-ins. */
async function systemAddresses(config: Config) {
  const sandboxUrl = await sandboxUrlOf(config);
  return { paymentUrl: config.paymentUrl ?? sandboxUrl, sandboxUrl };
}

async function resealKeys({ JWT_SECRET: secrets }: Config, { databaseUrl }: Place): Promise<void> {
  const { resealed, current, unreadable } = await reseal({ databaseUrl, secrets });
  log(`${resealed} sealed again, ${current} with the first secret already, ${unreadable} unreadable`);
  if (unreadable > 0) process.exitCode = 1;
}

/** The doctor prints nothing but its findings. */
const withDoctorPlace: WithPlace = async (config, work) => {
  const found = { dataDir: dataDirOf(config), ...(await systemAddresses(config)) };
  await withDatabase(
    config,
    ({ databaseUrl }) => work({ databaseUrl, ...found }),
    () => undefined,
  );
};

async function setUp(words: readonly string[]): Promise<void> {
  const asked = await readSetupWords(words, () => text(process.stdin));
  const terminal = openTerminal();
  const withUrl = (config: Config, work: (url: string) => Promise<void>) =>
    withDatabase(config, ({ databaseUrl }) => work(databaseUrl));
  try {
    await runSetupCommand(asked, { terminal, withDatabase: withUrl });
  } finally {
    terminal.close();
  }
}

type Command = (config: Config, place: Place, words: readonly string[], file: string | null) => Promise<void>;

const peoplePlace = ({ IMAGE_STORE: imageStore, COUNTRY }: Config, place: Place) => ({
  ...place,
  imageStore,
  log,
  timeZone: countryOf(COUNTRY).timeZone,
});

const commands: Readonly<Record<string, Command>> = {
  backup: async (_config, place, [folder], file) => {
    const made = await backUp({ ...place, folder: folderIn(folder), log });
    log(`backed up as of ${made.madeAt}, ${made.tables.reduce((sum, { rows }) => sum + rows, 0)} rows`);
    await reportFigures(file, { opora_backup_success_timestamp_seconds: nowSeconds() });
  },
  restore: async (_config, place, [folder]) => {
    const made = await restore({ ...place, folder: folderIn(folder), migrations: join(root, 'migrations'), log });
    log(`restored as of ${made.madeAt}; sums are equal`);
  },
  reconcile: async (config, { databaseUrl }, words) => {
    await runReconcileCommand(words, { config, databaseUrl, log, ...(await systemAddresses(config)) });
  },
  reseal: (config, place) => resealKeys(config, place),
  person: (config, place, words) => runPersonCommand(peoplePlace(config, place), words),
  demo: (config, place, words) => runDemoCommand(peoplePlace(config, place), words),
  admin: (_config, place, words) => runAdminCommand({ ...place, log }, words),
};

async function main([name = '', ...words]: string[]): Promise<void> {
  if (name === 'setup') return setUp(words);
  if (name === 'doctor') return runDoctorCommand(words, { env: process.env, withPlace: withDoctorPlace, log });
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new Error(`commands: setup, doctor, ${Object.keys(commands).join(', ')}`);
  const config = readStartConfig(process.env);
  const file = takeMetricsFile(words);
  await withDatabase(config, (place) => command(config, place, words, file));
}

// Waited for: a command that stops half-way, with nothing left to do, must not look like one that has succeeded.
await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
