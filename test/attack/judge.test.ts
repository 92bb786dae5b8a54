import { expect, test } from 'vitest';
import { explanationOf, Findings } from './findings.ts';
import { bridgeForm, pageOfCalls } from './form-bridge.ts';
import { judge } from './judge.ts';
import type { AttackedCall } from './openapi.ts';
import { sampleOf } from './samples.ts';
import { outcomeOf } from './sqlmap.ts';

function judged(status: number, text: string, contentType = 'application/json; charset=utf-8'): string[] {
  const findings = new Findings();
  const exchange = {
    tool: 'sqlmap',
    role: 'guest',
    method: 'GET',
    target: '/api/X?a=1',
    status,
    contentType,
    text,
  } as const;
  judge(exchange, findings, ['/opt/opora/']);
  return findings.all.map(({ finding }) => finding.what);
}

test.each([
  ['a server error', 500, '{"success":false}'],
  ['a trace', 400, 'Error: x\n    at find (/opt/app/store.ts:12:7)'],
  ['a file', 400, 'in people-store.server.ts'],
  ['a message of the database', 400, 'syntax error at or near "order"'],
  ['a message of the driver', 200, 'Failed query: select 1'],
  ['a hash', 200, '$argon2id$v=19$m=19456'],
  ['a path', 200, 'see /opt/opora/main.ts'],
])('%s in an answer is found', (_, status, text) => {
  expect(judged(status, text)).toHaveLength(1);
});

test('a refusal, an echo of what was sent and bytes of a picture are no findings', () => {
  expect(judged(400, '{"success":false,"error":{"code":"ValidationFailed"}}')).toEqual([]);
  expect(judged(200, '{"name":"1\' UNION ALL SELECT NULL,version() FROM pg_user--"}')).toEqual([]);
  expect(judged(200, '$argon2id$', 'image/webp')).toEqual([]);
});

test('an unexplained finding has no explanation', () => {
  const header = { tool: 'wapiti', where: 'GET /', detail: 'X-XSS-Protection is not set' } as const;
  expect(explanationOf({ ...header, what: 'HTTP Secure Headers' })).toBeTypeOf('string');
  expect(explanationOf({ ...header, what: 'Cross Site Scripting' })).toBeNull();
  expect(explanationOf({ ...header, what: 'HTTP Secure Headers', tool: 'sqlmap' })).toBeNull();
});

const call: AttackedCall = {
  name: 'PUT /api/Thing/{id}',
  method: 'PUT',
  path: '/api/Thing/{id}',
  access: 'user',
  query: { w: { type: 'integer', minimum: 5 } },
  params: { id: { type: 'integer' } },
  body: {
    type: 'object',
    properties: {
      phone: { type: 'string' },
      items: { type: 'array', items: { type: 'object', properties: { count: { type: 'integer' } } } },
    },
  },
  isUpload: false,
};

test('a sample has every member, and a form of it becomes the same call again', () => {
  const sample = sampleOf(
    call,
    new Map<string, unknown>([
      ['phone', '998900000011'],
      ['id', 7],
    ]),
  );
  expect([sample.target, sample.body]).toEqual(['/api/Thing/7?w=5', { phone: '998900000011', items: [{ count: 1 }] }]);
  const page = pageOfCalls([sample]);
  const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
  const fields = [...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const filled = Buffer.from(new URLSearchParams(fields).toString());
  const bridged = bridgeForm({ method: 'POST', target: action, headers: {}, body: filled });
  expect([bridged?.method, bridged?.target]).toEqual(['PUT', sample.target]);
  expect(JSON.parse(bridged?.body.toString() ?? '')).toEqual(sample.body);
  expect(bridgeForm({ method: 'GET', target: '/api/X', headers: {}, body: Buffer.alloc(0) })).toBeNull();
});

test('reports of sqlmap: an injection, none, a run that ran out of time, and one that never began', () => {
  const injection = 'sqlmap identified the following injection point(s) with a total of 95 HTTP(s) requests:';
  const none = '[CRITICAL] all tested parameters do not appear to be injectable.';
  expect(outcomeOf('[INFO] testing PostgreSQL', injection, false).kind).toBe('found');
  expect(outcomeOf(injection, '', true).kind).toBe('found');
  expect(outcomeOf(none, '', false).kind).toBe('clean');
  expect(outcomeOf('[INFO] testing', '', true).kind).toBe('cut');
  expect(outcomeOf('[CRITICAL] unable to connect', '', false).kind).toBe('not run');
});
