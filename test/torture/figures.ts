import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { TestRunner } from 'vitest';

/** 1: the full numbers; 0.1: a tenth of them. `TORTURE_SCALE` sets it. */
export const tortureScale = Number(process.env.TORTURE_SCALE ?? 1);

/** A number of the full form, brought to the scale of this run; never under `least`. */
export function scaled(full: number, least = 1): number {
  return Math.max(least, Math.round(full * tortureScale));
}

/** What was seen of one promise. */
export interface Figure {
  /** The number of the invariant. */
  readonly invariant: number;
  readonly promise: string;
  readonly seen: string;
  readonly isKept: boolean;
}

/**
 * Puts what was seen into the table at the end of `npm run torture`, with its test's file, the scale and the seconds that the test
 * has taken so far; answers whether the promise was kept.
 */
export function noteFigure(figure: Figure): boolean {
  const file = process.env.TORTURE_FIGURES;
  if (file) {
    const running = TestRunner.getCurrentTest();
    const test = basename(running?.file.name ?? '').replace(/\.torture\.ts$/, '');
    const begun = running?.result?.startTime ?? Date.now();
    const seconds = Math.round((Date.now() - begun) / 1000);
    appendFileSync(file, `${JSON.stringify({ ...figure, test, seconds, scale: tortureScale })}\n`);
  }
  return figure.isKept;
}

/** The value below which the given share (0..1) lies; 0 for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
