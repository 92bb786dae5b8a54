import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { paymentSecret } from './gift-maker.ts';
import { measureGifts } from './gifts.ts';
import { measureGrowth } from './growth.ts';
import { measureLists } from './lists.ts';
import { startApp, startProvider } from './processes.ts';
import { measureReading } from './reading.ts';
import { measureRing } from './ring.ts';
import { measureShop } from './shop.ts';
import { measureSizes } from './sizes.ts';
import { measureStart } from './start.ts';
import { type Figure, isMissed, tableOf } from './table.ts';
import { makeWorld, type World } from './world.ts';

/**
 * `npm run bench`: everything but the slow measurements. `--only reading` one of them (`reading`, `shop`, `gifts`,
 * `ring`, `sizes`, `growth`, `lists`, `start`), `--growth`, `--lists` and `--start` the slow ones too. Prints one table
 * and fails where a goal is missed by more than its margin. Only ratios of one run mean anything: compare no figures of
 * two machines or two runs.
 */
const measurements: Readonly<Record<string, (app: string, world: World) => Promise<Figure[]>>> = {
  sizes: (app) => measureSizes(app),
  reading: (app) => measureReading(app),
  shop: measureShop,
  gifts: async (app, world) => [await measureGifts(app, world)],
  ring: (app) => measureRing(app),
  growth: measureGrowth,
  lists: measureLists,
};

const say = (text: string) => process.stderr.write(`${text}\n`);

/** Measures on a product of the run's own. */
async function measure(names: readonly string[]): Promise<Figure[]> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const world = await makeWorld(() => undefined);
    stops.push(() => world.stop());
    for (let creator = 1; creator <= 3; creator += 1) await world.addGifts(creator, 1_000);
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
      figures.push(...((await measurements[name]?.(app.url, world)) ?? []));
    }
    return figures;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      growth: { type: 'boolean' },
      lists: { type: 'boolean' },
      start: { type: 'boolean' },
    },
  });
  const known = [...Object.keys(measurements), 'start'];
  if (values.only !== undefined && !known.includes(values.only)) {
    throw new Error(`--only takes one of: ${known.join(', ')}`);
  }
  const isSlow = { growth: values.growth ?? false, lists: values.lists ?? false, start: values.start ?? false };
  const isWanted = (name: string) =>
    values.only === undefined ? (name in isSlow ? Reflect.get(isSlow, name) === true : true) : values.only === name;
  const names = Object.keys(measurements).filter(isWanted);
  const figures = names.length > 0 ? await measure(names) : [];
  if (isWanted('start')) {
    say('measuring start');
    figures.push(...(await measureStart()));
  }
  const load = loadavg().map((one) => one.toFixed(1));
  process.stdout.write(`${tableOf(figures)}\n${availableParallelism()} cores, load average ${load.join(', ')}\n`);
  if (figures.some(isMissed)) process.exitCode = 1;
}

await main();
