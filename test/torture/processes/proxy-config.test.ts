import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillProxyConfig } from './proxy-config.ts';

const template = readFileSync(join(import.meta.dirname, '../../../operation/deploy/haproxy.cfg'), 'utf8');
const place = { bind: '127.0.0.1:9000', servers: ['127.0.0.1:9001', '127.0.0.1:9002'], socket: '/tmp/fleet/socket' };

test('the fleet uses the rules of operation/deploy/haproxy.cfg', () => {
  const lines = fillProxyConfig(template, place).split('\n');
  const open = /^ {2}(bind|server-template) |^resolvers docker$|^ {2}(nameserver|hold) /;
  const fixed = template.split('\n').filter((line) => !open.test(line));
  expect(fixed.filter((line) => !lines.includes(line))).toEqual([]);
  expect(lines.filter((line) => line === '  server opora2 127.0.0.1:9002')).toHaveLength(4);
  expect(lines.filter((line) => line.startsWith('  bind '))).toEqual(['  bind 127.0.0.1:9000']);
  expect(lines.filter((line) => line.includes('docker') || line.includes('server-template'))).toEqual([]);
});

test('a file without a place for the fleet is refused', () => {
  expect(() => fillProxyConfig(template.replace('  bind :8080\n', ''), place)).toThrow('bind');
  expect(() => fillProxyConfig(template.replace(/ {2}server-template .*\n/, ''), place)).toThrow('4 backends');
});

test('a change is never sent to a second server once it may have reached one', () => {
  const rules = template.split('\n').map((line) => line.trim());
  const [before = '', ...calls] = template.split(/^backend /m);
  expect(before).toMatch(/^ {2}retry-on conn-failure$/m);
  const opora = calls.find((one) => one.startsWith('opora\n')) ?? '';
  expect(opora).toContain('disable-l7-retry if { path_beg /api/ } || !METH_GET');
  expect(rules.filter((line) => line.startsWith('retry-on') && /5\d\d|all-retryable|timeout/.test(line))).toEqual([]);
});
