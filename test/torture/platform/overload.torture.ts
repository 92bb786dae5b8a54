import { expect, test } from 'vitest';
import { noteFigure, scaled } from '#test/torture/figures.ts';
import { isDiskBorne, isZero, met, metOfDisk } from '#test/torture/judging.ts';
import { noMoneyFaults } from '#test/torture/money/money-evidence.ts';
import { runFullDisk } from './full-disk.ts';
import { runOverload, runSlowClients } from './overload.ts';

const listOf = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([status, count]) => `${status === '0' ? 'no answer' : status}: ${count}`)
    .join(', ');

test('22: slow connections', async () => {
  const count = scaled(500, 100);
  const seconds = scaled(60, 10);
  const { p50, p99, calmP99, least, cut, failed, asked } = await runSlowClients(count, seconds);
  noteFigure({
    invariant: 22,
    promise: `${count} connections that drip their requests or read no answers, for ${seconds} s: others are answered in under 100 ms`,
    seen:
      `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms of ${asked} (without the slow ones p99 ${calmP99.toFixed(0)} ms), ` +
      `not answered ${failed}; never fewer than ${least} of them open, ${cut} cut off`,
    met: [met('slow connections at once', least, count / 2), met('cut off', cut), met('others asked', asked, 10)],
    holds: p99 < 100 && failed === 0,
  });
  expect(failed).toBe(0);
  expect(cut).toBeGreaterThan(0);
  expect(p99).toBeLessThan(100);
});

test('22: three times the load that the server can serve', async () => {
  const seconds = scaled(60, 8);
  const { strength, sent, statuses, recoveredAfter } = await runOverload(seconds);
  const wrong = Object.keys(statuses).filter((status) => !['200', '429', '503'].includes(status));
  noteFigure({
    invariant: 22,
    promise: `three times the load that the server can serve for ${seconds} s: only 429 and 503 beside successful answers, recovered within 10 s`,
    seen:
      `serves ${strength.toFixed(0)} requests/s, was sent ${(sent / seconds).toFixed(0)}/s; ${listOf(statuses)}; ` +
      `itself again after ${recoveredAfter.toFixed(1)} s`,
    met: [met('refused', (statuses[429] ?? 0) + (statuses[503] ?? 0), 10), met('answered', statuses[200] ?? 0, 10)],
    holds: wrong.length === 0 && recoveredAfter <= 10,
  });
  expect(wrong).toEqual([]);
  expect(recoveredAfter).toBeLessThanOrEqual(10);
});

test('22: a full disk', async () => {
  const donations = scaled(2_000, 80);
  const seconds = scaled(30, 5);
  const promise = `the database's disk full for ${seconds} s under ${donations} donations: nothing falsely acknowledged, nothing lost`;
  const result = await runFullDisk({ donations, seconds });
  if (result === null) {
    noteFigure({
      invariant: 22,
      promise,
      seen: 'not shown: only root can mount a small disk here',
      met: [],
      holds: false,
    });
    return;
  }
  const { faults, ledgerFaults, acknowledged, answers, backAfter } = result;
  const isSound = isZero(faults, ledgerFaults);
  const holds = noteFigure({
    invariant: 22,
    promise,
    seen:
      `acknowledged before, meanwhile and after ${acknowledged.join(', ')}; lost ${faults.lost}, doubled ${faults.doubled}, ` +
      `ledger less provider ${faults.difference}; asked meanwhile: ${listOf(answers)}; back ${backAfter.toFixed(1)} s after there was room`,
    met: metOfDisk(result),
    holds: isSound && isDiskBorne(result),
  });
  expect(faults).toEqual(noMoneyFaults);
  expect(ledgerFaults).toEqual({ entrySum: 0, wrongBalances: 0, unbalanced: 0 });
  expect(holds).toBe(true);
});
