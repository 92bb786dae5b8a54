import { expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

it.each([
  ['', 'empty'],
  ['абв1234', 'short'],
  ['x'.repeat(129), 'long'],
  ['12345678', 'common'],
  ['87654321', 'common'],
  ['aaaaaaaa', 'common'],
  ['Password1', 'common'],
  ['qwerty2024', 'common'],
  ['ПарольПароль', 'common'],
  ['opora2026', 'common'],
  ['90 123-45-67', 'common'],
  ['лампа-43', 'fair'],
  ['гранатовый', 'fair'],
  ['Лампа-43-окно', 'strong'],
  ['три кота на крыше', 'strong'],
])('%j is %s', (password, strength) => {
  expect(passwordStrength(password, '+998 (90) 123-45-67')).toBe(strength);
});
