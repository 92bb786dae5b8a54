import { expect, test } from 'vitest';
import { shownAddress } from './shown-address.ts';

test('a shown address that is typed leads to where the site is', () => {
  expect(shownAddress('https://opora.uz/dilnoza')).toBe('opora.uz/dilnoza');
  expect(shownAddress('http://192.168.1.5:4100/dilnoza')).toBe('http://192.168.1.5:4100/dilnoza');
});
