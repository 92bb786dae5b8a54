import { collectDefaultMetrics, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createMetrics } from './metrics.server.ts';

async function namesIn(registry: Registry): Promise<string[]> {
  const metrics = await registry.getMetricsAsJSON();
  return metrics.map(({ name }) => name).filter((name) => !name.startsWith('opora'));
}

test('each server of a process shows all metrics of the process', async () => {
  const all = new Registry();
  collectDefaultMetrics({ register: all });
  const names = await namesIn(all);
  expect(names.length).toBeGreaterThan(20);
  for (const { registry } of [createMetrics(), createMetrics()]) expect(await namesIn(registry)).toEqual(names);
});

test('a second server observes nothing of the process again', () => {
  const one = createMetrics().registry;
  const other = createMetrics().registry;
  const name = 'nodejs_gc_duration_seconds';
  expect(one.getSingleMetric(name)).toBeDefined();
  expect(other.getSingleMetric(name)).toBe(one.getSingleMetric(name));
});
