import { describe, expect, it } from 'vitest';
import { quantile } from '#test/torture/figures.ts';
import { type AlertRow, findAlertFaults, noAlertFaults } from '#test/torture/widgets/alerts-evidence.ts';
import { runTwiceOpen, runWidgetStorm } from '#test/torture/widgets/widget-storm.ts';

describe('invariant 17: widgets while the server is killed and pages are reloaded', () => {
  it('show every alert once and in order, soon', async () => {
    const storm = await runWidgetStorm({ widgets: 5, donations: 20, donors: 3, killEveryMs: 4_000 });
    expect(storm.faults).toEqual(noAlertFaults);
    expect(storm.shown + storm.uncertain).toBe(100);
    expect(storm.shown).toBeGreaterThan(90);
    expect(storm.kills).toBeGreaterThan(0);
    expect(storm.reloads).toBeGreaterThan(1);
    expect(storm.delays.connected.length).toBeGreaterThan(5);
    expect(quantile(storm.delays.connected, 0.99)).toBeLessThan(3_000);
    expect(quantile(storm.delays.reconnected, 1)).toBeLessThan(5_000);
  }, 120_000);
});

describe('invariant 18: one address open twice, hidden, destroyed and made again', () => {
  it('plays once for each donation', async () => {
    const { faults, donations, disturbances } = await runTwiceOpen(4, 4);
    expect(faults).toEqual(noAlertFaults);
    expect(donations).toBe(16);
    expect(disturbances).toBeGreaterThan(5);
  }, 120_000);
});

describe('the comparison of played alerts', () => {
  const row = (number: number, state = 'shown'): AlertRow => ({
    id: `alert ${number}`,
    payId: `donation ${number}`,
    projectId: 'project',
    number,
    state,
    paidAt: number,
    dueAt: number,
  });
  const played = (...numbers: number[]) =>
    numbers.map((number, at) => ({ alertId: `alert ${number}`, source: 'a page', at }));
  const paid = ['donation 1', 'donation 2'];

  it.each([
    ['nothing amiss', paid, [row(1), row(2)], played(1, 2), noAlertFaults],
    ['a donation without an alert', [...paid, 'donation 3'], [row(1), row(2)], played(1, 2), { missing: 1 }],
    ['an alert played twice', paid, [row(1), row(2)], played(1, 2, 2), { doubled: 1 }],
    ['an alert that nobody played', paid, [row(1), row(2)], played(1), { silent: 1 }],
    ['the later before the earlier', paid, [row(1), row(2)], played(2, 1), { outOfOrder: 1 }],
    ['an alert that waits for ever', paid, [row(1), row(2, 'queued')], played(1), { stuck: 1 }],
  ])('sees %s', (_, donations, alerts, sounds, faults) => {
    expect(findAlertFaults(donations, alerts, sounds)).toMatchObject(faults);
  });
});
