import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteFigure, quantile, scaled } from '#test/torture/figures.ts';
import { type LoadResult, runUnderLoad, tallied } from '#test/torture/fleet/fleet-faults.ts';
import { isZero, met } from '#test/torture/judging.ts';
import { until } from './database-hosts.ts';
import { hostFaults } from './host-faults.ts';
import { type HostsFixture, openHosts } from './hosts-fixture.ts';
import { restoreToMoment } from './restoring.ts';
import { type Watched, watch } from './watching.ts';

let fixture: HostsFixture;
const outages: number[] = [];

beforeAll(async () => {
  fixture = await openHosts();
}, 300_000);

afterAll(() => fixture?.close());

const seconds = (value: number) => `${value.toFixed(1)} s`;

function seenIn({ money, alerts, ...load }: LoadResult, watched: Watched): string {
  return (
    `${load.acknowledged} donations acknowledged in ${load.seconds.toFixed(0)} s, ${load.retried} of them retried; lost ${money.lost}, doubled ${money.doubled}, ` +
    `ledger less provider ${money.difference}; alerts missing ${alerts.missing + alerts.stuck}, twice ${alerts.doubled}, out of order ${alerts.outOfOrder}; ` +
    `longest without a write ${seconds(watched.longestWithoutWrites)}, refused for ${seconds(watched.refusedFor)}; two primaries in ${watched.twoPrimaries} of ${watched.samples} samples; ` +
    `of ${load.reads} pages, files and lists not answered ${tallied(load.failedReads)}`
  );
}

test('3: hosts: a restore to a minute', async () => {
  await until('the cluster is whole', fixture.isWhole, 120);
  const { before, after } = await restoreToMoment(fixture);
  const holds = noteFigure({
    invariant: 3,
    promise: 'hosts: a restore from backup and archive to a moment has what was there then, and nothing later',
    seen: `${before} of 1 earlier rows, ${after} of 1 later rows`,
    met: [met('rows', before)],
    holds: before === 1 && after === 0,
  });
  expect(holds).toBe(true);
}, 180_000);

test.each(hostFaults)(
  '1: hosts: $name',
  async (fault) => {
    await until('the cluster is whole', fixture.isWhole, 120);
    const from = await fixture.primary();
    const end = await watch(fixture);
    const load = await runUnderLoad(
      fixture,
      { donations: scaled(2_000, 60), clients: 6, widgets: 5, restMs: 4_000 },
      async () => {
        // Visitors and widgets were there before the fault.
        await pause(5_000);
        await fault.run(fixture);
        await until('the cluster is whole again', fixture.isWhole, 120);
        return 1;
      },
    );
    const watched = await end();
    const hasMoved = (await fixture.primary()) !== from;
    const isList = (one: string) => one.startsWith('/api/');
    const answered = 1 - load.failedReads.filter((one) => !isList(one)).length / load.reads;
    const without = fault.isPlanned ? watched.refusedFor : watched.longestWithoutWrites;
    outages.push(watched.longestWithoutWrites);
    const isSound = isZero(load.money, load.ledger, load.totals, load.alerts) && watched.twoPrimaries === 0;
    const holds = noteFigure({
      invariant: 1,
      promise: `hosts: ${fault.name}: no donation lost or doubled, ledger = provider, each alert once and in order, never two primaries, ${fault.isPlanned ? 'writes refused for at most' : 'writes back within'} ${fault.seconds} s, 99.9 % of pages and files answered`,
      seen: `${seenIn(load, watched)}; the primary ${hasMoved ? 'moved' : 'stayed'}`,
      met: [met('faults', load.disturbances), met('donations', load.acknowledged), met('writes', watched.writes)],
      holds: isSound && without <= fault.seconds && answered >= 0.999,
    });
    expect(holds, JSON.stringify({ ...load, reconnected: 0, watched })).toBe(true);
  },
  600_000,
);

test('1: hosts: how long writes are refused', () => {
  const failovers = outages.slice(0, 2);
  const holds = noteFigure({
    invariant: 1,
    promise: 'hosts: writes are back within 15 s at the median and 30 s at worst after a dead primary',
    seen: `median ${seconds(quantile(failovers, 0.5))}, worst ${seconds(quantile(failovers, 1))}`,
    met: [met('failovers', failovers.length, 2)],
    holds: quantile(failovers, 0.5) <= 15 && quantile(failovers, 1) <= 30,
  });
  expect(holds).toBe(true);
});
