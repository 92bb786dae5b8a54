import { expect, test } from 'vitest';
import { createLog, watchLog } from './log.server.ts';
import { createRareWarning } from './rare-warning.server.ts';

test('a hundred warnings of a minute are one line, all are counted, and the next line says how many were left out', () => {
  const lines: { msg: string; omitted?: number; address?: string }[] = [];
  const log = createLog({ level: 'info', pretty: false }, { write: (line) => void lines.push(JSON.parse(line)) });
  const message = 'a warning of this test';
  let counted = 0;
  const stop = watchLog((level, text) => {
    if (level === 'warn' && text === message) counted += 1;
  });
  let now = 0;
  const warn = createRareWarning(message, () => now);
  for (let times = 0; times < 100; times += 1) warn(log, { address: '192.0.2.1' });
  expect(lines).toEqual([expect.objectContaining({ msg: message, address: '192.0.2.1' })]);
  now = 60_000;
  warn(log);
  stop();
  expect([lines.length, lines[1]?.omitted, counted]).toEqual([2, 99, 101]);
});
