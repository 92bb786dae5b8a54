import { expect, test } from 'vitest';
import { authorsQuery } from './authors-address.ts';

const query = (address: string, page = 1) => authorsQuery(new URLSearchParams(address), page);

test('the address of the list becomes the call', () => {
  expect(query('')).toEqual({ Skip: 0, Take: 10 });
  expect(query('search=+%D0%B4%D0%B8%D0%BB+&type=strimer&products=1', 3)).toEqual({
    Skip: 20,
    Take: 10,
    Search: 'дил',
    hasProducts: true,
    userType: 3,
  });
});

test('what makes no sense counts as not given', () => {
  expect(query('type=nobody&products=yes&search=%20')).toEqual({ Skip: 0, Take: 10 });
  expect(query(`search=${'a'.repeat(200)}`).Search).toHaveLength(100);
  expect(query('', 999_999_999_999).Skip).toBeLessThanOrEqual(2_147_483_647);
});
