import { expect, test } from 'vitest';
import { readMarkedText } from './marked-text.ts';

test.each(['[', '[**', '[a](', '**a [', '*'])('a long text of %s is read in linear time', (mark) => {
  const text = mark.repeat(20_000 / mark.length);
  // Milliseconds of processor time: those of the clock depend on what else the machine does.
  const began = process.cpuUsage();
  readMarkedText(text);
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1_000).toBeLessThan(100);
});
