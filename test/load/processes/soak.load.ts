import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { prove, quantile, scale, scaled } from '#test/load/prove.ts';
import { readMetric } from '#test/load/read-metric.ts';
import { type Fleet, openFleet } from '#test/load/server-fleet.ts';
import { openBalancer, runUnderLoad } from './donors-under-load.ts';

/** Of the process that is never killed. */
const ofProcess = {
  memory: 'process_resident_memory_bytes',
  'open files': 'process_open_fds',
  'timers and connections': 'nodejs_active_resources_total',
};

/** Tables whose rows are needed for minutes only. */
const helperTables = ['hint', 'hour_tally_fresh', 'rate_limit', 'widget_source'];

/** What was seen in one of many equal parts of the time. */
interface Sample {
  readonly figures: Readonly<Record<string, number>>;
  /** Milliseconds of calls. */
  readonly waits: number[];
}

async function readFigures({ db, server }: Pick<Fleet, 'db' | 'server'>): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const [name, metric] of Object.entries(ofProcess)) figures[name] = await readMetric(server.url, metric);
  for (const table of helperTables) {
    const { rows } = await db.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    figures[`rows of ${table}`] = rows[0]?.count ?? 0;
  }
  return figures;
}

/** Asks the server that lives for lists and a donor's page until the end of a part, then reads its figures. */
async function watchUntil(end: number, fleet: Fleet): Promise<Sample> {
  const waits: number[] = [];
  while (Date.now() < end) {
    const begun = performance.now();
    await fleet.server.api('GET User/List', { query: { Skip: waits.length % 500, Take: 10 } });
    waits.push(performance.now() - begun);
    await pause(100);
  }
  return { figures: await readFigures(fleet), waits };
}

const median = (values: readonly number[]) => quantile(values, 0.5);

/** By how much a figure is larger in the last quarter than in the second one: the first warms up. */
function growthOf(samples: readonly Sample[], read: (of: readonly Sample[]) => number): number {
  const quarter = Math.floor(samples.length / 4);
  return read(samples.slice(-quarter)) / Math.max(1, read(samples.slice(quarter, 2 * quarter)));
}

test('19 and 30: four hours at a quarter of the load that two servers bear', async () => {
  const minutes = scale > 0 ? 240 * scale : 0.6;
  const parts = scaled(240, 12);
  const kills = scaled(24, 3);
  const fleet = await openFleet({ servers: 2, env: { LOG_LEVEL: 'warn' } });
  const balancer = await openBalancer(fleet);
  const samples: Sample[] = [];
  let killed = 0;
  try {
    const size = { donations: 1, clients: 8, widgets: 8, restMs: 4_000 };
    const load = await runUnderLoad({ ...fleet, ...balancer }, size, async () => {
      const begun = Date.now();
      for (let part = 1; part <= parts; part += 1) {
        samples.push(await watchUntil(begun + (part * minutes * 60_000) / parts, fleet));
        if (killed >= Math.floor((part * kills) / parts)) continue;
        killed += 1;
        await fleet.servers[1]?.kill();
        await fleet.servers[1]?.start();
      }
      return killed;
    });
    const names = Object.keys(samples[0]?.figures ?? {});
    const grown = names.map((name) => {
      const growth = growthOf(samples, (of) => median(of.map(({ figures }) => figures[name] ?? 0)));
      return [`${name}, last quarter / second`, [growth, name === 'memory' ? 1.05 : 1.2]] as const;
    });
    const p99 = (of: readonly Sample[]) =>
      quantile(
        of.flatMap(({ waits }) => waits),
        0.99,
      );
    prove(19, {
      promise: `${minutes} minutes of donations, widgets and visitors, one of two servers killed every ${Math.round((minutes / kills) * 10) / 10} minutes: nothing lost, and nothing grows`,
      none: load.faults,
      times: { ...Object.fromEntries(grown), 'p99, last quarter / second': [growthOf(samples, p99), 1.5] },
      met: {
        killed: [killed, kills],
        donations: [load.acknowledged, parts],
        calls: samples.flatMap(({ waits }) => waits).length,
      },
      shown: { last: JSON.stringify(samples.at(-1)?.figures), 'p99, ms': p99(samples) },
    });
  } finally {
    await balancer.close();
    await fleet.close();
  }
});
