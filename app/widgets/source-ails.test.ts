import { expect, test } from 'vitest';
import { ailsOf, ailsOfAll } from './source-ails.ts';
import type { ConnectedSource } from './widget-shapes.ts';

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

test('a page is told apart by what ails it', () => {
  expect(ailsOf(well, now)).toEqual([]);
  expect(ailsOf({ ...well, isVisible: false, audio: 'suspended' }, now)).toEqual(['hidden', 'suspended']);
  expect(ailsOf({ ...well, audio: 'muted', isDoubled: true }, now)).toEqual(['doubled', 'muted']);
  expect(ailsOf({ ...well, seenAt: '2026-11-21T09:59:48Z' }, now)).toEqual(['silent']);
  expect(ailsOf({ ...well, isConnected: false, isVisible: false }, now)).toEqual(['gone']);
});

test('one page that is seen and heard is enough, and a second one is told', () => {
  const hidden = { ...well, source: 'b', isVisible: false };
  expect(ailsOfAll([], now)).toEqual(['none']);
  expect(ailsOfAll([{ ...well, isConnected: false }], now)).toEqual(['gone']);
  expect(ailsOfAll([hidden], now)).toEqual(['hidden']);
  expect(ailsOfAll([hidden, well], now)).toEqual(['doubled']);
  expect(ailsOfAll([{ ...hidden, isConnected: false }, well], now)).toEqual([]);
});
