import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalisePhone, phonePart } from './phone.ts';

test.each(['+998 (90) 123-45-67', '998901234567', ' 998 90 123 45 67 ', '+998(90)123–45–67'])(
  '%s is one phone',
  (written) => {
    expect(normalisePhone(written)).toBe('998901234567');
  },
);

test('normalising twice changes nothing more', () => {
  fc.assert(fc.property(fc.string(), (text) => normalisePhone(normalisePhone(text)) === normalisePhone(text)));
});

test.each([
  ['68-98', '6898'],
  ['+998 90', '99890'],
  ['265 68 98', '2656898'],
  ['68', null],
  ['№ 27622781', null],
  ['кружка 6898', null],
  ['', null],
])('the part of a phone in «%s» is %s', (typed, digits) => {
  expect(phonePart(typed)).toBe(digits);
});
