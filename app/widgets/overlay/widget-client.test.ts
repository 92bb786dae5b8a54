import { afterEach, expect, test, vi } from 'vitest';
import { alertOf } from '#test/support/alert-stage.ts';
import { createWidgetClient } from './widget-client.ts';

afterEach(() => vi.unstubAllGlobals());

test('a report names the lease of its alert where the alert has one', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('document', { documentElement: { lang: 'uz' } });
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    expect(new Headers(init.headers).get('accept-language')).toBe('uz');
    sent.push(JSON.parse(String(init.body)));
    return Response.json({ success: true, data: {} });
  });
  const client = createWidgetClient('the key', 'a page');
  await client.report({ ...alertOf('Анна'), leaseId: 3 }, 'playing');
  await client.report(alertOf('Борис'), 'shown');
  expect(sent).toEqual([
    { key: 'the key', source: 'a page', alertId: 'Анна', leaseId: 3, state: 'playing' },
    { key: 'the key', source: 'a page', alertId: 'Борис', state: 'shown' },
  ]);
});
