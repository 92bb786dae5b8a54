/**
 * What an operator does beside running the server. `npm run backup -- <folder>`, `npm run restore -- <folder>`,
 * `npm run reconcile -- [since, 2026-11-01]`, `npm run reseal`,
 * `npm run person -- export <phone or id> <folder>`, `npm run person -- delete <phone or id> [--yes]`. Works on `DATABASE_URL` or on the embedded database, also while the server runs;
 * backup and reconcile write figures for Prometheus with `--metrics <file>`. All end with 1 where something is wrong.
 */
import { isAbsolute, join } from 'node:path';
import { createPaymentProvider } from '#app/payments/provider-client.server.ts';
import { type Config, readConfig } from '#base/config.server.ts';
import { startEmbeddedPostgres } from '#base/embedded-postgres.server.ts';
import { backUp } from './backup.ts';
import { runPersonCommand } from './person/person-command.ts';
import { reconcile } from './reconcile.ts';
import { reseal } from './reseal.ts';
import { restore } from './restore.ts';
import { type CommandFigures, writeFigures } from './textfile.ts';

const root = join(import.meta.dirname, '..');
const log = (line: string) => void process.stdout.write(`${line}\n`);

interface Place {
  readonly databaseUrl: string;
  readonly imageFolder: string | null;
}

async function withDatabase(config: Config, work: (place: Place) => Promise<void>): Promise<void> {
  const dataDir = isAbsolute(config.DATA_DIR) ? config.DATA_DIR : join(root, config.DATA_DIR);
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

/** `--metrics <file>` after a command: where its figures go. */
function takeMetricsFile(words: string[]): string | null {
  const at = words.indexOf('--metrics');
  return at === -1 ? null : (words.splice(at, 2)[1] ?? null);
}

async function tell(file: string | null, figures: CommandFigures): Promise<void> {
  if (file !== null) await writeFigures(file, figures);
}

const nowSeconds = () => Math.floor(Date.now() / 1_000);

async function reconcileBooks(
  config: Config,
  { databaseUrl }: Place,
  since: string | undefined,
  file: string | null,
): Promise<void> {
  const url = config.paymentUrl ?? `http://127.0.0.1:${config.sandboxPort}`;
  const provider = createPaymentProvider({ url, secret: config.PAYMENT_SECRET });
  const { compared, differences, unanswered } = await reconcile({ databaseUrl, provider, since: new Date(since ?? 0) });
  for (const { paymentId, reference, ours, theirs } of differences) {
    log(`payment ${paymentId} of ${reference}: here ${ours}, at the provider ${theirs}`);
  }
  log(`${compared} compared, ${differences.length} differ, ${unanswered} unanswered`);
  if (differences.length + unanswered > 0) process.exitCode = 1;
  await tell(file, {
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
      await tell(file, { opora_backup_success_timestamp_seconds: nowSeconds() });
    } else if (command === 'restore') {
      const made = await restore({ ...place, folder: folderIn(argument), migrations: join(root, 'migrations'), log });
      log(`restored as of ${made.madeAt}; sums are equal`);
    } else if (command === 'reconcile') await reconcileBooks(config, place, argument, file);
    else if (command === 'reseal') await resealKeys(config, place);
    else if (command === 'person') await runPersonCommand({ ...place, imageStore: config.IMAGE_STORE, log }, words);
    else throw new Error('commands: backup <folder>, restore <folder>, reconcile [since], reseal, person …');
  });
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
