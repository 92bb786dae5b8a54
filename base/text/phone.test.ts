import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalisePhone, phonePart, withStoredPhones } from './phone.ts';

const mask = '+998 (##) ###-##-##';

test.each([
  '+998 (90) 123-45-67',
  '998901234567',
  ' 998 90 123 45 67 ',
  '+998(90)123–45–67',
  '00998 90.123.45.67',
  '998/90/1234567',
  '+\u202a998901234567',
])('%s is one phone', (written) => {
  expect(normalisePhone(written)).toBe('998901234567');
});

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
  ['90.265.68.98', '902656898'],
  ['00998902656898', '998902656898'],
  ['+998 90/265–68–98', '998902656898'],
  ['8 90 265 68 98 1', '89026568981'],
  ['', null],
])('the part of a phone in «%s» is %s', (typed, digits) => {
  expect(phonePart(typed, mask)).toBe(digits);
});

test.each(['8 701 123-45-67', '0 701 1234567', '+7 (701) 123.45.67', '007 701 1234567'])(
  '«%s» is a phone of Kazakhstan',
  (typed) => {
    expect(phonePart(typed, '+7 (###) ###-##-##')).toBe('77011234567');
  },
);

test('a text has its phones as they are stored', () => {
  expect(withStoredPhones('Дилноза 00998 (90) 265.68.98, дом 12/45', mask)).toBe('Дилноза 998902656898, дом 12/45');
  for (const text of ['10.02.2026', '1.500.000 сум', 'Навои 12/45-67', '00000012'])
    expect(withStoredPhones(text, mask)).toBe(text);
});
