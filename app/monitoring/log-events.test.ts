import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logEvents } from './log-events.ts';

const root = join(import.meta.dirname, '../..');

const read = (file: string) => readFileSync(join(root, file), 'utf8');

const documents = read('docs/operation.md');

test('every counted line of the log is one that the program writes, and is documented', () => {
  const sources = ['main.ts', ...globSync('{app,base}/**/*.server.ts', { cwd: root })].map(read).join('\n');
  for (const [name, { message, meaning }] of Object.entries(logEvents)) {
    expect(sources.includes(`'${message}'`), message).toBe(true);
    expect(documents).toContain(`| \`${name}\` | ${message} | ${meaning} |`);
  }
});

test('every alert rule is documented, and asks only for lines that are counted', () => {
  const rules = read('operation/deploy/alerts.yaml');
  const named = [...rules.matchAll(/event=~?"([a-z_|]+)"/g)].flatMap(([, names = '']) => names.split('|'));
  expect(named.filter((name) => !(name in logEvents))).toEqual([]);
  const ofFiles = Object.keys(logEvents).filter((name) => /^(?:picture|audio)_/.test(name));
  expect(
    ofFiles.filter((name) => !named.includes(name)),
    'trouble with files that nobody is called for',
  ).toEqual([]);
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(20);
  expect(alerts.filter((name) => !documents.includes(`\`${name}\``))).toEqual([]);
});
