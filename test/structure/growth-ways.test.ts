import { expect, test } from 'vitest';
import { fixedCalls } from '#test/bench/growth/fixed-calls.ts';
import { ways, wrongCalls } from '#test/bench/growth/ways/all-ways.ts';

test('growth is measured of every call of the contract, or a reason says why it does not grow', () => {
  expect(wrongCalls()).toEqual({ forgotten: [], twice: [] });
  expect(Object.values(fixedCalls).filter((reason) => reason.length < 5)).toEqual([]);
});

test('no two ways to ask have the same line in the table', () => {
  const lines = ways.map(({ call, what }) => `${call}, ${what}`);
  expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([]);
});
