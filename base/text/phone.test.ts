import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskPhone, normalisePhone } from './phone.ts';

test.each(['+998 (90) 123-45-67', '998901234567', ' 998 90 123 45 67 ', '+998(90)123–45–67'])(
  '%s is one phone',
  (written) => {
    expect(normalisePhone(written)).toBe('998901234567');
  },
);

test('normalising twice changes nothing more', () => {
  fc.assert(fc.property(fc.string(), (text) => normalisePhone(normalisePhone(text)) === normalisePhone(text)));
});

test('a mask is filled as far as there are digits', () => {
  const mask = '+998 (##) ###-##-##';
  expect(maskPhone('998901234567', mask)).toBe('+998 (90) 123-45-67');
  expect(maskPhone('99890', mask)).toBe('+998 (90');
  expect(maskPhone('', mask)).toBe('');
});
