import { expect, test } from 'vitest';
import { behaviourOf, isExpiryAhead, maskPan, passesLuhn, paymentSystemOf, testCards, tokenFor } from './cards.ts';

const systemByFirstDigits = new Map([
  ['8600', 'uzcard'],
  ['9860', 'humo'],
  ['4000', 'visa'],
  ['5100', 'mastercard'],
]);

test('every listed test card has a valid number and belongs to its system', () => {
  for (const { pan } of testCards) {
    const digits = pan.replaceAll(' ', '');
    expect(passesLuhn(digits), pan).toBe(true);
    expect(paymentSystemOf(digits)).toBe(systemByFirstDigits.get(digits.slice(0, 4)));
  }
});

test('one wrong digit breaks the check sum', () => {
  expect(passesLuhn('8600000000000107')).toBe(false);
  expect(paymentSystemOf('6011000000000004')).toBeNull();
});

test('a card of another system behaves as the uzcard with its serial; an unknown card needs a code', () => {
  expect(behaviourOf('9860000000000307')).toBe('insufficientFunds');
  expect(behaviourOf('4000000000000200')).toBe('noCode');
  expect(behaviourOf('5100000000000701')).toBe('silent');
  expect(behaviourOf('8600123412341234')).toBe('code');
});

test('a card is valid to the last moment of its month', () => {
  expect(isExpiryAhead('0226', Date.UTC(2026, 1, 28, 23, 59, 59))).toBe(true);
  expect(isExpiryAhead('0226', Date.UTC(2026, 2, 1))).toBe(false);
  expect(isExpiryAhead('1326', 0)).toBe(false);
  expect(isExpiryAhead('12/26', 0)).toBe(false);
});

test('a token identifies the card and its expiry without revealing the number', () => {
  const token = tokenFor('8600000000000106', '1230', 'secret');
  expect(token).toBe(tokenFor('8600000000000106', '1230', 'secret'));
  expect(token).not.toBe(tokenFor('8600000000000106', '1231', 'secret'));
  expect(token).not.toContain('86000000');
  expect(maskPan('8600000000000106')).toBe('8600 00** **** 0106');
});
