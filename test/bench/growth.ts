import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { growthText, mostGrowth, writeDocument } from '#test/bench/growth/document.ts';
import { measureCalls } from '#test/bench/growth/measure.ts';
import { fillDatabase, type OpenFixture, openFixture } from '#test/bench/growth/open-fixture.ts';
import { startProvider } from '#test/bench/support/processes.ts';
import type { Figure } from './table.ts';
import type { World } from './world.ts';

/** The size of the larger database, and how often each way is asked. The smaller one is a hundredth of it. */
const share = Number(process.env.GROWTH_SHARE ?? 1);
const rounds = 15;
/** What a start does once, with rows of many people, is over by then. */
const firstJobsMilliseconds = 20_000;
const isWritten = process.argv.includes('--write');

const say = (text: string): void => void process.stderr.write(`${text}\n`);

/**
 * How the time of every call and page changes from a database to one of a hundred times its size: both are filled on the
 * server of `world`, the product runs on each, and they are asked in turns.
 */
export async function measureGrowth(world: World): Promise<Figure[]> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const began = performance.now();
    const urls = {
      small: await fillDatabase(world.databaseUrl, { name: 'small', share: share / 100, say }),
      large: await fillDatabase(world.databaseUrl, { name: 'large', share, say }),
    };
    const seconds = Math.round((performance.now() - began) / 1000);
    const provider = await startProvider();
    stops.push(() => provider.stop());
    const open = async (size: 'small' | 'large'): Promise<OpenFixture> => {
      const dataDir = join(world.dataDir, `growth-${size}`);
      const part = size === 'large' ? share : share / 100;
      const fixture = await openFixture(urls[size], part, { dataDir, paymentUrl: provider.url });
      stops.push(() => rm(dataDir, { recursive: true, force: true }));
      stops.push(() => fixture.close());
      return fixture;
    };
    const fixtures = { small: await open('small'), large: await open('large') };
    await pause(firstJobsMilliseconds);
    const grown = await measureCalls(fixtures, { rounds, say });
    if (isWritten) {
      const note = `Both databases were filled in ${seconds} s; each way was asked ${rounds} times at each size.`;
      await writeDocument(growthText(grown, note));
    }
    return grown.map(({ name, what, small, large }) => ({
      what: `${name}, ${what}: 100 × the rows, p50`,
      value: large / small,
      unit: 'ratio',
      isOfGrowth: true,
      goal: { is: 'at most', value: mostGrowth, margin: 0.2 },
      note: `${large.toFixed(2)} ms against ${small.toFixed(2)} ms`,
    }));
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
