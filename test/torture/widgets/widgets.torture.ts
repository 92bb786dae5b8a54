import { expect, test } from 'vitest';
import { noteFigure, quantile, scaled } from '#test/torture/figures.ts';
import { isZero, met } from '#test/torture/judging.ts';
import { noAlertFaults } from './alerts-evidence.ts';
import { runTwiceOpen, runWidgetStorm } from './widget-storm.ts';

test('17: widgets while the server is killed repeatedly and pages are reloaded', async () => {
  const widgets = scaled(100, 10);
  const donations = scaled(100, 10);
  const storm = await runWidgetStorm({ widgets, donations, donors: 8, killEveryMs: scaled(5_000, 1_000) });
  const { faults, delays } = storm;
  const soon = quantile(delays.connected, 0.99);
  const back = quantile(delays.reconnected, 1);
  noteFigure({
    invariant: 17,
    promise: `${widgets} widgets × ${donations} donations, server killed ${storm.kills} times, ${storm.reloads} reloads: each alert once, in order`,
    seen:
      `shown ${storm.shown}, left to the creator ${storm.uncertain}, played twice ${faults.doubled}, shown without a sound ` +
      `${faults.silent}, out of order ${faults.outOfOrder}, missing ${faults.missing + faults.stuck}; ${storm.seconds.toFixed(0)} s`,
    met: [met('server killed', storm.kills, 2), met('reloaded', storm.reloads, 2)],
    holds: isZero(faults),
  });
  noteFigure({
    invariant: 17,
    promise: 'from paid to the page: p99 under 1 s while connected, at most 5 s after a reconnection',
    seen:
      `p50 ${quantile(delays.connected, 0.5).toFixed(0)} ms, p99 ${soon.toFixed(0)} ms of ${delays.connected.length}; ` +
      `after a reconnection p99 ${quantile(delays.reconnected, 0.99).toFixed(0)} ms, at most ${back.toFixed(0)} ms of ${delays.reconnected.length}`,
    met: [
      met('alerts while connected', delays.connected.length, 10),
      met('alerts after a reconnection', delays.reconnected.length),
    ],
    holds: soon < 1_000 && back <= 5_000,
  });
  expect(faults).toEqual(noAlertFaults);
  expect(storm.kills).toBeGreaterThanOrEqual(2);
  expect(storm.shown + storm.uncertain).toBe(widgets * donations);
  expect(soon).toBeLessThan(1_000);
  expect(back).toBeLessThanOrEqual(5_000);
});

test('18: one address open twice, hidden, destroyed and made again', async () => {
  const creators = scaled(20, 4);
  const each = 20;
  const { faults, donations, uncertain, disturbances } = await runTwiceOpen(creators, each);
  noteFigure({
    invariant: 18,
    promise: `${creators} creators, 2 sources each, ${donations} donations, hidden, reloaded, destroyed ${disturbances} times: one audible play each`,
    seen:
      `played twice ${faults.doubled}, shown without a sound ${faults.silent}, out of order ${faults.outOfOrder}, left to the creator ` +
      `${uncertain}, missing ${faults.missing + faults.stuck}`,
    met: [met('disturbed', disturbances, creators)],
    holds: isZero(faults),
  });
  expect(faults).toEqual(noAlertFaults);
});
