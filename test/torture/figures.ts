import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { TestRunner } from 'vitest';
import { type Figure, judge } from './judging.ts';

/** 1: the full numbers; 0.1: a tenth of them. `TORTURE_SCALE` sets it. */
export const tortureScale = Number(process.env.TORTURE_SCALE ?? 1);

/** Scales a number of the full run to this run; never below `least`. */
export function scaled(full: number, least = 1): number {
  return Math.max(least, Math.round(full * tortureScale));
}

/**
 * Adds a figure to the table that `npm run torture` prints at the end, with the test's file, the scale and the seconds since the test
 * began. Returns whether the promise holds and the fault was met.
 */
export function noteFigure(figure: Figure): boolean {
  const judged = judge(figure);
  const { invariant, promise } = figure;
  const file = process.env.TORTURE_FIGURES;
  if (file) {
    const running = TestRunner.getCurrentTest();
    const test = basename(running?.file.name ?? '').replace(/\.torture\.ts$/, '');
    const begun = running?.result?.startTime ?? Date.now();
    const seconds = Math.round((Date.now() - begun) / 1000);
    appendFileSync(file, `${JSON.stringify({ invariant, promise, ...judged, test, seconds, scale: tortureScale })}\n`);
  }
  return judged.holds;
}

/** The quantile of the values at a share from 0 to 1; 0 when there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
