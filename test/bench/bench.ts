import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCrowd } from '#test/bench/support/crowd.ts';
import { paymentSecret } from '#test/bench/support/donation-maker.ts';
import { packageFolder, startApp, startProvider } from '#test/bench/support/processes.ts';
import { between, inside } from '../../operation/marked-text.ts';
import { measureBuying } from './buying.ts';
import { measureDonations } from './donations.ts';
import { measureFleet } from './fleet.ts';
import { measureGrowth } from './growth.ts';
import { measureImages } from './images.ts';
import { measureLogin } from './login.ts';
import { measureOwnReads } from './own-reads.ts';
import { measureReading } from './reading.ts';
import { measureRing } from './ring.ts';
import { measureShop } from './shop.ts';
import { measureSizes } from './sizes.ts';
import { measureStart } from './start.ts';
import { type Figure, isMissed, rowsOf, tableOf } from './table.ts';
import { makeWorld, type World } from './world.ts';

/**
 * `npm run bench`: one table of everything but the slow measurements. `--only reading` one of them, `--all` the slow ones
 * too, `--widgets 1000` a smaller crowd, `--write` puts the table into `docs/reports/bench.md` (a part, its own lines). Fails where a goal is missed by
 * more than its margin. Only ratios of one run mean anything: compare no figures of two machines or two runs.
 */
interface Measurement {
  readonly measure: (around: { app: string; world: World; widgets: number }) => Promise<Figure[]>;
  /** Minutes rather than seconds: only with `--all`, or by its name. */
  readonly isSlow?: boolean;
}

const measurements: Readonly<Record<string, Measurement>> = {
  sizes: { measure: ({ app, world }) => measureSizes(app, world) },
  reading: { measure: ({ app, world }) => measureReading(app, world) },
  own: { measure: ({ app, world }) => measureOwnReads(app, world) },
  shop: { measure: ({ app, world }) => measureShop(app, world) },
  donations: { measure: async ({ app, world }) => [await measureDonations(app, world)] },
  buying: { measure: ({ app, world }) => measureBuying(app, world) },
  login: { measure: ({ app, world }) => measureLogin(app, world) },
  images: { measure: ({ app, world }) => measureImages(app, world) },
  ring: { measure: ({ app }) => measureRing(app) },
  crowd: { measure: ({ world, widgets }) => measureCrowd(world, widgets) },
  growth: { measure: ({ app, world }) => measureGrowth(app, world), isSlow: true },
};

/** What brings a product, or several, of its own. */
const alone: Readonly<Record<string, () => Promise<Figure[]>>> = { fleet: measureFleet, start: measureStart };

const say = (text: string) => process.stderr.write(`${text}\n`);

/** Measures on a product of the run's own. */
async function measure(names: readonly string[], widgets: number): Promise<Figure[]> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const world = await makeWorld(() => undefined);
    stops.push(() => world.stop());
    for (let creator = 1; creator <= 3; creator += 1) await world.addDonations(creator, 1_000);
    const provider = await startProvider();
    stops.push(() => provider.stop());
    const app = await startApp({
      dataDir: world.dataDir,
      env: {
        ...{ DATABASE_URL: world.databaseUrl, DEMO: 'off', SANDBOX_PORT: 'off' },
        ...{ PAYMENT_URL: provider.url, PAYMENT_SECRET: paymentSecret },
      },
    });
    stops.push(() => app.stop());
    const figures: Figure[] = [];
    for (const name of names) {
      say(`measuring ${name}`);
      figures.push(...((await measurements[name]?.measure({ app: app.url, world, widgets })) ?? []));
    }
    return figures;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** What this run is to measure. */
function namesOf({ only, all }: { only?: string | undefined; all?: boolean | undefined }) {
  const known = [...Object.keys(measurements), ...Object.keys(alone)];
  const wanted = only?.split(',');
  const unknown = wanted?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`--only takes some of: ${known.join(',')}`);
  const isWanted = (name: string, isSlow: boolean) => (wanted === undefined ? all || !isSlow : wanted.includes(name));
  return {
    together: Object.keys(measurements).filter((name) => isWanted(name, measurements[name]?.isSlow ?? false)),
    alone: Object.keys(alone).filter((name) => isWanted(name, true)),
  };
}

/** Puts the table into docs/reports/bench.md; of a part, only its own lines. What growth sees stands in docs/reports/performance.md. */
async function writeTable(figures: readonly Figure[], machine: string, isPart: boolean): Promise<void> {
  const file = join(packageFolder, 'docs/reports/bench.md');
  const text = await readFile(file, 'utf8');
  const [machineBefore = '', ...before] = isPart ? inside(text, 'figures').split('\n') : [];
  const told = rowsOf(
    figures.filter(({ isOfGrowth }) => !isOfGrowth),
    before,
  );
  await writeFile(file, between(text, 'figures', `${machineBefore || machine}\n\n${told}`));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      ...{ only: { type: 'string' }, all: { type: 'boolean' }, write: { type: 'boolean' } },
      widgets: { type: 'string', default: '10000' },
    },
  });
  const names = namesOf(values);
  const before = loadavg()[0] ?? 0;
  const figures = names.together.length > 0 ? await measure(names.together, Number(values.widgets)) : [];
  for (const name of names.alone) {
    say(`measuring ${name}`);
    figures.push(...((await alone[name]?.()) ?? []));
  }
  const busy = before > 1 ? `; others were at work on it, load average ${before.toFixed(1)} at the start` : '';
  const machine = `${availableParallelism()} cores, Node ${process.versions.node}${busy}.`;
  process.stdout.write(`${tableOf(figures)}\n${machine}\n`);
  if (values.write) await writeTable(figures, machine, values.only !== undefined);
  if (figures.some(isMissed)) process.exitCode = 1;
}

await main();
