import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageFolder, startAppOn, startProvider } from '#test/bench/support/processes.ts';
import { between, inside } from '../../operation/marked-text.ts';
import { measureAlerts } from './alerts.ts';
import { measureBuying } from './buying.ts';
import { measureDonations } from './donations.ts';
import { measureGrowth } from './growth.ts';
import { measureImages } from './images.ts';
import { measureLogin } from './login.ts';
import { measureOwnReads } from './own-reads.ts';
import { measurePhone } from './phone.ts';
import { measureReading } from './reading.ts';
import { measureSizes } from './sizes.ts';
import { measureStart } from './start.ts';
import { documentTable, type Figure, isMissed, tableOf } from './table.ts';
import { measureUncached } from './uncached.ts';
import { makeWorld, type World } from './world.ts';

/**
 * `npm run bench`: one table of all measurements but the slow ones. `--only reading` runs one of them, `--all` the slow ones too,
 * `--write` writes the table into `docs/reports/bench.md` (of a part, its own lines). Fails if a goal is
 * missed by more than its margin. Only ratios of one run are comparable, not figures of two machines or runs.
 */
interface Measurement {
  readonly measure: (around: { app: string; world: World }) => Promise<Figure[]>;
  /** Minutes rather than seconds: only with `--all`, or by its name. */
  readonly isSlow?: boolean;
}

const measurements: Readonly<Record<string, Measurement>> = {
  sizes: { measure: ({ app }) => measureSizes(app) },
  reading: { measure: ({ app }) => measureReading(app) },
  uncached: { measure: ({ app }) => measureUncached(app) },
  own: { measure: ({ app, world }) => measureOwnReads(app, world) },
  donations: { measure: async ({ app, world }) => [await measureDonations(app, world)] },
  buying: { measure: async ({ app, world }) => [await measureBuying(app, world)] },
  login: { measure: ({ app, world }) => measureLogin(app, world) },
  images: { measure: ({ app, world }) => measureImages(app, world) },
  alerts: { measure: ({ app }) => measureAlerts(app) },
  // These start products of their own.
  phone: { measure: measurePhone, isSlow: true },
  start: { measure: measureStart, isSlow: true },
  growth: { measure: ({ world }) => measureGrowth(world), isSlow: true },
};

const say = (text: string) => process.stderr.write(`${text}\n`);

/** Measures on a product of the run's own. */
async function measure(names: readonly string[]): Promise<Figure[]> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const world = await makeWorld();
    stops.push(() => world.stop());
    const provider = await startProvider();
    stops.push(() => provider.stop());
    const app = await startAppOn(world.databaseUrl, provider.url, world.dataDir);
    stops.push(() => app.stop());
    const figures: Figure[] = [];
    for (const name of names) {
      say(`measuring ${name}`);
      figures.push(...((await measurements[name]?.measure({ app: app.url, world })) ?? []));
    }
    return figures;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** What this run is to measure. */
function namesOf({ only, all }: { only?: string | undefined; all?: boolean | undefined }): string[] {
  const known = Object.keys(measurements);
  const wanted = only?.split(',') ?? known.filter((name) => all || !measurements[name]?.isSlow);
  if (wanted.some((name) => !known.includes(name))) throw new Error(`--only takes some of: ${known.join(',')}`);
  return wanted;
}

/** Puts the table into docs/reports/bench.md; of a part, only its own lines. What growth sees stands in docs/reports/performance.md. */
async function writeTable(figures: readonly Figure[], machine: string, isPart: boolean): Promise<void> {
  const file = join(packageFolder, 'docs/reports/bench.md');
  const text = await readFile(file, 'utf8');
  const [machineBefore = '', ...old] = isPart ? inside(text, 'figures').split('\n') : [];
  const rows = figures.filter(({ isOfGrowth }) => !isOfGrowth);
  const table = documentTable(rows, old.join('\n'));
  await writeFile(file, between(text, 'figures', `${machineBefore || machine}\n\n${table}`));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      all: { type: 'boolean' },
      write: { type: 'boolean' },
    },
  });
  const before = loadavg()[0] ?? 0;
  const figures = await measure(namesOf(values));
  const busy = before > 1 ? `; shared with other work, load average ${before.toFixed(1)} at the start` : '';
  const machine = `${availableParallelism()} cores, Node ${process.versions.node}${busy}.`;
  process.stdout.write(`${tableOf(figures)}\n${machine}\n`);
  if (values.write) await writeTable(figures, machine, values.only !== undefined);
  if (figures.some(isMissed)) process.exitCode = 1;
}

await main();
