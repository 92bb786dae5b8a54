/**
 * `npm run mutation`: Stryker changes the code that holds the decisions, one small change at a time, and runs the tests.
 * `-- money` (a name of `groups.ts`) runs one group, `-- money --only base/text/money.ts` some of its files. `--fresh` drops the results of
 * earlier runs, `--write` writes all that were seen into `docs/reports/mutation.md`. Exits with 1 if a group has a lower score than
 * Stryker's configuration asks for, with 2 if Stryker is not installed.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../base/db/embedded-postgres.server.ts';
import { between } from '../../operation/marked-text.ts';
import { staleExplanations } from './explained.ts';
import { groupOf, groups, type MutationGroup } from './groups.ts';
import { readResult, survivorsOf, tableOf } from './report.ts';

const root = join(import.meta.dirname, '../..');
const document = join(root, 'docs/reports/mutation.md');
const stryker = join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const resultOf = ({ name }: MutationGroup, kind: string) => join(root, '.data/mutation', `${name}.${kind}`);

/** Runs Stryker over a group. Returns its exit code. */
function mutate({ name }: MutationGroup, databaseUrl: string, only: string | undefined): Promise<number> {
  const child = spawn(process.execPath, [stryker, 'run', 'test/mutation/stryker.config.mjs'], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      MUTATION_GROUP: name,
      TEST_DATABASE_URL: databaseUrl,
      // Each mutant is a new process that loads the same modules.
      NODE_COMPILE_CACHE: join(root, '.data/mutation/compiled'),
      // Property tests look at fewer examples: they run hundreds of times.
      MONEY_RUNS: process.env.MONEY_RUNS ?? '5',
      ALERT_RUNS: process.env.ALERT_RUNS ?? '8',
      ...(only !== undefined && { MUTATION_FILES: only }),
    },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs the groups on one database server: a test runner that hangs is killed and starts again without it. */
async function mutateAll(wanted: readonly MutationGroup[], only: string | undefined): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'opora-mutation-'));
  const server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
  try {
    let worst = 0;
    for (const group of wanted) worst = Math.max(worst, await mutate(group, server.url, only));
    return worst;
  } finally {
    await server.stop();
    for (const folder of [server.folder, dataDir]) await rm(folder, { recursive: true, force: true });
  }
}

function writeDocument(): void {
  const seen = groups.filter((group) => existsSync(resultOf(group, 'json')));
  const results = seen.map((group) => readResult(group, readFileSync(resultOf(group, 'json'), 'utf8')));
  const parts = results.map((result) => `### ${result.group}\n\n${survivorsOf(result)}`);
  const text = between(readFileSync(document, 'utf8'), 'mutants', tableOf(results));
  writeFileSync(document, between(text, 'survivors', parts.join('\n\n')));
  console.log(`The tables are in ${document}`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, fresh: { type: 'boolean' }, only: { type: 'string' } },
});
const wanted = positionals.length === 0 ? groups : positionals.map(groupOf);
if (!existsSync(stryker)) {
  console.error('Stryker is not installed. Install it beside the product: npm install --prefix test/mutation');
  process.exit(2);
}
const stale = staleExplanations((file) => readFileSync(join(root, file), 'utf8'));
if (stale.length > 0) throw new Error(`explained, but no longer in the source: ${stale.join('; ')}`);
if (values.fresh) for (const group of wanted) rmSync(resultOf(group, 'incremental.json'), { force: true });
process.exitCode = await mutateAll(wanted, values.only);
if (values.write) writeDocument();
