import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseGigabytes, donationsPerSecond, layoutOf, limitLines, lineOf, loadOf } from './load-model.ts';

/** Measured by `npm run bench` on 2026-11-21 on a machine of two cores, of which the load took its part. */
const measuredDonations = 272;
/** `npm run bench -- --only growth` on the same day: its large database, all of it. */
const measuredDatabase = {
  donations: 1_000_095,
  orders: 520_134,
  products: 200_038,
  people: 200_057,
  gigabytes: 5.132,
};

test('the model agrees with the measured rate of donations on one machine of two cores', () => {
  expect(donationsPerSecond(2) / measuredDonations).toBeGreaterThan(0.65);
  expect(donationsPerSecond(2) / measuredDonations).toBeLessThan(1.35);
});

test('the model agrees with the measured size of a database with a million donations', () => {
  const { gigabytes, ...rows } = measuredDatabase;
  expect(databaseGigabytes(rows) / gigabytes).toBeGreaterThan(0.8);
  expect(databaseGigabytes(rows) / gigabytes).toBeLessThan(1.2);
});

test('the load grows with the users, and beyond what one database bears there are several', () => {
  const [few, many] = [loadOf(1_000_000), loadOf(2_000_000)];
  expect(many.serverCores).toBeCloseTo(few.serverCores * 2);
  expect(layoutOf(few).databaseClusters).toBe(1);
  const fill = layoutOf(few).fill;
  expect(layoutOf(loadOf(1_000_000 / fill + 1_000_000)).databaseClusters).toBe(2);
});

test('docs/scaling.md shows what the model computes', async () => {
  const text = await readFile(join(import.meta.dirname, '../docs/scaling.md'), 'utf8');
  const lines = [...[10_000, 1_000_000, 100_000_000].map(lineOf), ...limitLines()];
  for (const line of lines) expect(text).toContain(line);
});
