import { expect, it } from 'vitest';
import { largestMain } from '../money/largest-main.ts';
import { formMessages } from './form-rules.ts';
import { sumFault, sumMessages } from './sum-fault.ts';

it.each([
  ['', formMessages.required],
  [' ', formMessages.required],
  ['5000.5x', formMessages.amount],
  ['-3', formMessages.amount],
  ['1,555', null],
  ['0', sumMessages.positive],
  ['0,00', sumMessages.positive],
  ['0,01', null],
  ['1,5', null],
  ['10 000,50', null],
  [String(Math.floor(largestMain)), null],
  ['1234567890123456789', sumMessages.tooLarge],
  ['9'.repeat(400), sumMessages.tooLarge],
])('says of %j: %s', (text, fault) => {
  expect(sumFault(text)).toBe(fault);
});
