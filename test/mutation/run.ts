/**
 * `npm run mutation`: changes the code that holds the decisions, one small change at a time, and looks whether a test notices.
 * `-- money` (a name of `groups.ts`) runs one group, `-- money --only base/text/money.ts` some of its files. `--fresh` forgets what earlier
 * runs have seen, `--told` runs nothing and shows it, `--write` puts the tables into `docs/reports/mutation.md`. Ends with 1 where a group
 * has less than 85 % killed, with 2 where Stryker is not installed.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../base/db/embedded-postgres.server.ts';
import { between } from '../../operation/marked-text.ts';
import { reasonOf } from './explained.ts';
import { groupOf, groups, type MutationGroup } from './groups.ts';
import { type GroupResult, readResult, survivorsOf, tableOf } from './report.ts';

const root = join(import.meta.dirname, '../..');
const document = join(root, 'docs/reports/mutation.md');
const kept = (group: MutationGroup, kind: string) => join(root, '.data', 'mutation', `${group.name}.${kind}`);
const stryker = join(import.meta.dirname, '../../mutation/node_modules/@stryker-mutator');
const least = 85;

interface Wanted {
  readonly databaseUrl: string;
  readonly only: string | undefined;
}

/** Runs Stryker over a group; what it has seen is in its report. */
function mutate({ name }: MutationGroup, { databaseUrl, only }: Wanted): Promise<void> {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(
    process.execPath,
    [join(stryker, 'core', 'bin', 'stryker.js'), 'run', 'test/mutation/stryker.config.mjs'],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        PATH: path,
        MUTATION_GROUP: name,
        TEST_DATABASE_URL: databaseUrl,
        // Each mutant is a new process that loads the same modules.
        NODE_COMPILE_CACHE: join(root, '.data', 'mutation', 'compiled'),
        // Property tests look at fewer examples: they run hundreds of times.
        MONEY_RUNS: process.env.MONEY_RUNS ?? '5',
        ALERT_RUNS: process.env.ALERT_RUNS ?? '8',
        ...(only !== undefined && { MUTATION_FILES: only }),
      },
    },
  );
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`Stryker ended with ${code}`))));
  });
}

/** One database server for all runs: a test runner that hangs is killed and begins anew without it. */
async function withServer(work: (url: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'opora-mutation-'));
  const server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
  try {
    await work(server.url);
  } finally {
    await server.stop();
    for (const folder of [server.folder, dataDir]) await rm(folder, { recursive: true, force: true });
  }
}

function readResults(wanted: readonly MutationGroup[]): GroupResult[] {
  return wanted.flatMap((group) => {
    const file = kept(group, 'json');
    return existsSync(file) ? [readResult(group, readFileSync(file, 'utf8'))] : [];
  });
}

function writeDocument(results: readonly GroupResult[]): void {
  const parts = results.map((result) => `### ${result.group}\n\n${survivorsOf(result, reasonOf)}`);
  const text = between(readFileSync(document, 'utf8'), 'mutants', tableOf(results));
  writeFileSync(document, between(text, 'survivors', parts.join('\n\n')));
  console.log(`The table is in ${document}`);
}

function tell(result: GroupResult): void {
  for (const one of result.survivors) {
    const place = `${one.file}:${one.line}`;
    const mark = one.isUnreached ? 'NO TEST' : 'SURVIVED';
    console.log(`${mark} ${place}  ${one.original}  →  ${one.replacement}  ${reasonOf(one) ?? '(open)'}`);
  }
  const { group, broken } = result;
  if (broken > 0) console.log(`${group}: ${broken} mutants broke the set-up of all tests; they do not count.`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ write: { type: 'boolean' }, told: { type: 'boolean' }, fresh: { type: 'boolean' }, only: { type: 'string' } },
  },
});
const wanted = positionals.length === 0 ? groups : positionals.map(groupOf);
if (values.told !== true) {
  if (!existsSync(join(stryker, 'core')) || !existsSync(join(stryker, 'vitest-runner'))) {
    console.error('Stryker is not installed. Install it beside the product: npm ci --prefix mutation');
    process.exit(2);
  }
  if (values.fresh) for (const group of wanted) rmSync(kept(group, 'incremental.json'), { force: true });
  await withServer(async (databaseUrl) => {
    for (const group of wanted) await mutate(group, { databaseUrl, only: values.only });
  });
}
const results = readResults(wanted);
for (const result of results) tell(result);
console.log(`\n${tableOf(results)}\n`);
// The document always has all groups that have been seen, whichever this run was about.
if (values.write) writeDocument(readResults(groups));
const isEnough = results.length === wanted.length && results.every(({ score }) => score >= least);
console.log(isEnough ? `Every group has at least ${least} % killed.` : `Not every group has ${least} % killed.`);
process.exitCode = isEnough ? 0 : 1;
