import { expect, test } from 'vitest';
import { authorsQuery } from './authors-address.ts';

const query = (address: string, page = 1) => authorsQuery(new URLSearchParams(address), page);

test('the address of the list becomes a call', () => {
  expect(query('')).toEqual({ Skip: 0, Take: 10 });
  expect(query('search=+%D0%B4%D0%B8%D0%BB+&type=strimer&products=1', 3)).toEqual({
    Skip: 20,
    Take: 10,
    Search: 'дил',
    hasProducts: true,
    userType: 3,
  });
});

test('invalid parameters are ignored', () => {
  expect(query('type=nobody&products=yes&search=%20')).toEqual({ Skip: 0, Take: 10 });
  expect(query(`search=${'a'.repeat(200)}`).Search).toHaveLength(100);
});
