import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { logEvents } from '#app/monitoring/log-events.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo } from '#test/support/tool-fixture.ts';

const root = join(import.meta.dirname, '..');

const app = await startApp({ env: { LIMITS: 'off', METRICS_TOKEN: 'token-of-the-metrics' } });
afterAll(() => app.close());

async function readMetrics(): Promise<string> {
  const headers = { authorization: 'Bearer token-of-the-metrics' };
  return (await fetch(`${app.url}/metrics`, { headers })).text();
}

/** The metrics that short-lived commands expose through node_exporter. */
const ofCommands = ['opora_backup_success_timestamp_seconds'];

const seriesOf = (metrics: string) =>
  [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', kind]) =>
    kind === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );

it('every metric that rules and documents name is exported, and every own metric is documented', async () => {
  const exported = [...seriesOf(await readMetrics()), ...ofCommands];
  for (const file of ['operation/deploy/alerts.yaml', 'operation/deploy/alerts.test.yaml', 'docs/operation.md']) {
    const text = await readFile(join(root, file), 'utf8');
    const named = new Set(text.match(/\b(?:opora|process|nodejs)_[a-z0-9]+(?:_[a-z0-9]+)+\b/g));
    expect(named.size, file).toBeGreaterThan(5);
    expect(
      [...named].filter((name) => !exported.includes(name)),
      file,
    ).toEqual([]);
  }
  const documents = await readFile(join(root, 'docs/operation.md'), 'utf8');
  const ours = [...(await readMetrics()).matchAll(/^# TYPE (opora_\w+) /gm)].map(([, name]) => name);
  expect([...ours, ...ofCommands].filter((name) => !documents.includes(`\`${name}\``))).toEqual([]);
});

it('has a counter of every line before the first one, so that one line is an increase', async () => {
  const metrics = await readMetrics();
  const missing = Object.keys(logEvents).filter(
    (event) =>
      !['warn', 'error'].every((level) => metrics.includes(`opora_log_total{level="${level}",event="${event}"} `)),
  );
  expect(missing).toEqual([]);
});

it('counts what the rules are about', async () => {
  const person = await signIn(app.db, testSecrets.jwt);
  await givePaidTo(app, person);
  const forged = { eventId: 'e', id: 'x', reference: person.projectId, status: 'paid', amount: 1, occurredAt: 'now' };
  const headers = { 'x-signature': `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}` };
  expect((await app.api('POST Payment/Callback', { body: forged }, { headers })).status).toBe(401);
  const metrics = await readMetrics();
  expect(metrics).toMatch(/^opora_log_total\{level="warn",event="callback_refused"\} [1-9]/m);
  expect(metrics).toMatch(/^opora_provider_seconds_count\{system="gateway",call="create",outcome="answered"\} [1-9]/m);
  await until(async () => /^opora_migration \d+$/m.test(await readMetrics()), 60_000);
  expect(await readMetrics()).toMatch(/^opora_ledger_difference 0$/m);
});
