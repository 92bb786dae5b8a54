import { expect, test } from 'vitest';
import { behaviourOf, isExpiryAhead, maskPan, passesLuhn, paymentSystemOf, testCards, tokenFor } from './cards.ts';

test('every listed test card is well formed and belongs to its system', () => {
  for (const { pan } of testCards) {
    const digits = pan.replaceAll(' ', '');
    expect(passesLuhn(digits), pan).toBe(true);
    expect(paymentSystemOf(digits)).toBe(digits.startsWith('8600') ? 'uzcard' : 'humo');
  }
});

test('one wrong digit breaks the check sum', () => {
  expect(passesLuhn('8600000000000107')).toBe(false);
  expect(paymentSystemOf('4111111111111111')).toBeNull();
});

test('a humo card of the same serial behaves as its uzcard twin, a stranger asks for a code', () => {
  expect(behaviourOf('9860000000000307')).toBe('insufficientFunds');
  expect(behaviourOf('8600123412341234')).toBe('code');
});

test('a card is good to the last moment of its month', () => {
  expect(isExpiryAhead('0226', Date.UTC(2026, 1, 28, 23, 59, 59))).toBe(true);
  expect(isExpiryAhead('0226', Date.UTC(2026, 2, 1))).toBe(false);
  expect(isExpiryAhead('1326', 0)).toBe(false);
  expect(isExpiryAhead('12/26', 0)).toBe(false);
});

test('a token names the card and its expiry, and tells nothing of the number', () => {
  const token = tokenFor('8600000000000106', '1230', 'secret');
  expect(token).toBe(tokenFor('8600000000000106', '1230', 'secret'));
  expect(token).not.toBe(tokenFor('8600000000000106', '1231', 'secret'));
  expect(token).not.toContain('86000000');
  expect(maskPan('8600000000000106')).toBe('8600 00** **** 0106');
});
