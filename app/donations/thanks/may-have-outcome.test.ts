import { expect, test } from 'vitest';
import { mayHaveOutcome } from './may-have-outcome.ts';

const plain = { status: 'Paid', choices: [], clock: null };

test.each([
  ['that was paid, with nothing to say', plain, false],
  ['with a choice', { ...plain, choices: ['a vote'] }, true],
  ['with a clock', { ...plain, clock: { seconds: 60 } }, true],
  ['that is paid later, and may meet a clock until then', { ...plain, status: 'AwaitingCode' }, true],
])('a donation %s', (_, donation, may) => {
  expect(mayHaveOutcome(donation)).toBe(may);
});
