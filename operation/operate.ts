/**
 * The operator's commands: `npm run backup -- <folder>`, `npm run restore -- <folder>`,
 * `npm run reconcile -- [since, 2026-11-01]`, `npm run reseal`,
 * `npm run demo -- list`, `npm run demo -- lock`, `npm run demo -- remove --yes`,
 * `npm run person -- export <phone or id> <folder>`, `npm run person -- delete <phone or id> [--yes]`. Works on `DATABASE_URL` or on the embedded database, also while the server runs;
 * backup and reconcile write figures for Prometheus with `--metrics <file>`. All exit with 1 on a problem.
 */
import { isAbsolute, join } from 'node:path';
import { createPaymentProvider } from '#app/payments/provider/provider-client.server.ts';
import { type Config, originOf, readConfig } from '#base/config/config.server.ts';
import { startEmbeddedPostgres } from '#base/db/embedded-postgres.server.ts';
import { backUp } from './backup.ts';
import { runDemoCommand } from './demo/demo-command.ts';
import { sandboxBooks, servingSandboxUrl } from './install/sandbox-process.ts';
import { runPersonCommand } from './person/person-command.ts';
import { reconcile } from './reconcile.ts';
import { reseal } from './reseal.ts';
import { restore } from './restore.ts';
import { type CommandFigures, writeFigures } from './textfile.ts';

const root = join(import.meta.dirname, '..');
const log = (line: string) => void process.stdout.write(`${line}\n`);

const dataDirOf = ({ DATA_DIR }: Config) => (isAbsolute(DATA_DIR) ? DATA_DIR : join(root, DATA_DIR));

interface Place {
  readonly databaseUrl: string;
  readonly imageFolder: string | null;
}

async function withDatabase(config: Config, work: (place: Place) => Promise<void>): Promise<void> {
  const dataDir = dataDirOf(config);
  const imageFolder = config.IMAGE_STORE === undefined ? join(dataDir, 'images') : null;
  if (config.DATABASE_URL !== undefined) return work({ databaseUrl: config.DATABASE_URL, imageFolder });
  const embedded = await startEmbeddedPostgres({ dataDir, log });
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

/** The address of the provider, or of the sandbox, which another process on the same data may have started on another port. */
async function providerUrl(config: Config): Promise<string> {
  const { paymentUrl, sandboxPort, HOST: host } = config;
  if (paymentUrl !== null || sandboxPort === null) return paymentUrl ?? '';
  const serving = await servingSandboxUrl(sandboxBooks(dataDirOf(config)));
  return serving ?? originOf(host, sandboxPort);
}

async function reconcileBooks(
  config: Config,
  { databaseUrl }: Place,
  since: string | undefined,
  file: string | null,
): Promise<void> {
  const provider = createPaymentProvider({ url: await providerUrl(config), secret: config.PAYMENT_SECRET });
  const { compared, differences, unanswered } = await reconcile({ databaseUrl, provider, since: new Date(since ?? 0) });
  for (const { paymentId, reference, ours, theirs } of differences) {
    log(`payment ${paymentId} of ${reference}: here ${ours}, at the provider ${theirs}`);
  }
  log(`${compared} compared, ${differences.length} differ, ${unanswered} unanswered`);
  if (differences.length + unanswered > 0) process.exitCode = 1;
  await reportFigures(file, {
    opora_reconcile_differences: differences.length,
    ...(unanswered === 0 && { opora_reconcile_success_timestamp_seconds: nowSeconds() }),
  });
}

async function resealKeys({ JWT_SECRET: secrets }: Config, { databaseUrl }: Place): Promise<void> {
  const { resealed, current, unreadable } = await reseal({ databaseUrl, secrets });
  log(`${resealed} sealed again, ${current} with the first secret already, ${unreadable} unreadable`);
  if (unreadable > 0) process.exitCode = 1;
}

async function main([command, ...words]: string[]): Promise<void> {
  const config = readConfig(process.env);
  const file = takeMetricsFile(words);
  const [argument] = words;
  await withDatabase(config, async (place) => {
    if (command === 'backup') {
      const made = await backUp({ ...place, folder: folderIn(argument), log });
      log(`backed up as of ${made.madeAt}, ${made.tables.reduce((sum, { rows }) => sum + rows, 0)} rows`);
      await reportFigures(file, { opora_backup_success_timestamp_seconds: nowSeconds() });
    } else if (command === 'restore') {
      const made = await restore({ ...place, folder: folderIn(argument), migrations: join(root, 'migrations'), log });
      log(`restored as of ${made.madeAt}; sums are equal`);
    } else if (command === 'reconcile') await reconcileBooks(config, place, argument, file);
    else if (command === 'reseal') await resealKeys(config, place);
    else if (command === 'person') await runPersonCommand({ ...place, imageStore: config.IMAGE_STORE, log }, words);
    else if (command === 'demo') await runDemoCommand({ ...place, imageStore: config.IMAGE_STORE, log }, words);
    else throw new Error('commands: backup <folder>, restore <folder>, reconcile [since], reseal, demo …, person …');
  });
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
