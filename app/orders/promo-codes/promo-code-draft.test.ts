import { expect, test } from 'vitest';
import { bodyOf, emptyDraft, faultsOf } from './promo-code-draft.ts';

const draft = { ...emptyDraft, code: 'ЛЕТО', kind: 'amount' } as const;

test.each([
  ['50,000', 50_000],
  ['50 000', 50_000],
  ['50.000', 50_000],
  ['1,234.50', 1_234.5],
])('sums written as %s are read as in all forms', (text, sum) => {
  expect(bodyOf({ ...draft, off: text, minTotal: text })).toMatchObject({ amount: sum, minTotal: sum });
});

test('what is no number is said at its field', () => {
  expect(faultsOf({ ...draft, off: '5к', minTotal: '12,5555', most: '1,5', mostEach: 'два' })).toEqual({
    amount: 'Введите число',
    minTotal: 'Введите число',
    most: 'Введите число',
    mostEach: 'Введите число',
  });
});

test('an empty limit is none', () => {
  expect(bodyOf({ ...draft, off: '500', mostEach: '' })).toMatchObject({ minTotal: 0, most: null, mostEach: null });
});
