import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalisePhone } from './phone.ts';

test.each(['+998 (90) 123-45-67', '998901234567', ' 998 90 123 45 67 ', '+998(90)123–45–67'])(
  '%s is one phone',
  (written) => {
    expect(normalisePhone(written)).toBe('998901234567');
  },
);

test('normalising twice changes nothing more', () => {
  fc.assert(fc.property(fc.string(), (text) => normalisePhone(normalisePhone(text)) === normalisePhone(text)));
});
