import { expect, test } from 'vitest';
import type { ConnectedSource } from '../widget-shapes.ts';
import { problemsOf, problemsOfAll } from './source-problems.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const well: ConnectedSource = {
  source: 'a',
  isConnected: true,
  isVisible: true,
  isDoubled: false,
  audio: 'ok',
  build: '1',
  seenAt: '2026-11-21T09:59:57Z',
  since: '2026-11-21T09:00:00Z',
};

test('lists the problems of a page', () => {
  expect(problemsOf(well, now)).toEqual([]);
  expect(problemsOf({ ...well, isVisible: false, audio: 'suspended' }, now)).toEqual(['hidden', 'suspended']);
  expect(problemsOf({ ...well, audio: 'muted', isDoubled: true }, now)).toEqual(['doubled', 'muted']);
  expect(problemsOf({ ...well, seenAt: '2026-11-21T09:59:48Z' }, now)).toEqual(['silent']);
  expect(problemsOf({ ...well, isConnected: false, isVisible: false }, now)).toEqual(['gone']);
});

test('one visible page with sound is enough, and a second one is reported', () => {
  const hidden = { ...well, source: 'b', isVisible: false };
  expect(problemsOfAll([], now)).toEqual(['none']);
  expect(problemsOfAll([{ ...well, isConnected: false }], now)).toEqual(['gone']);
  expect(problemsOfAll([hidden], now)).toEqual(['hidden']);
  expect(problemsOfAll([hidden, well], now)).toEqual(['doubled']);
  expect(problemsOfAll([{ ...hidden, isConnected: false }, well], now)).toEqual([]);
});
