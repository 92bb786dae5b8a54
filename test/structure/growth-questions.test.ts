import { expect, test } from 'vitest';
import { fixedCalls } from '#test/bench/growth/fixed-calls.ts';
import { questions, wrongCalls } from '#test/bench/growth/questions/all-questions.ts';

test('growth is measured of every call of the contract, or a reason says why it does not grow', () => {
  expect(wrongCalls()).toEqual({ forgotten: [], twice: [] });
  expect(Object.values(fixedCalls).filter((reason) => reason.length < 5)).toEqual([]);
});

test('no two questions have the same line in the table', () => {
  const lines = questions.map(({ call, what }) => `${call}, ${what}`);
  expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([]);
});
