import { describe, expect, it } from 'vitest';
import { editMasked, masked, pasted } from '#base/text/masked-text.ts';
import { cardMask, cardNumberFault, cardSystemOf, isWholeNumber, passesLuhn } from '../card-number.ts';
import { expiryDigits, expiryFault, expiryMask, isSpoiltExpiry, isWholeExpiry } from './card-expiry.ts';

describe('the number of a card', () => {
  it('is grouped in fours, typed or pasted', () => {
    expect(masked('8600000000000106', cardMask)).toBe('8600 0000 0000 0106');
    expect(masked('8600-0000-0000-0106', cardMask)).toBe('8600 0000 0000 0106');
    expect(masked(' 8600 00', cardMask)).toBe('8600 00');
    expect(masked('86000', cardMask)).toBe('8600 0');
    expect(masked('', cardMask)).toBe('');
  });

  it('detects a mistyped digit and swapped neighbours by the check digit', () => {
    expect(cardNumberFault('8600 0000 0000 0106')).toBeNull();
    expect(cardNumberFault('8600 0000 0000 0107')).toBe('mistyped');
    expect(cardNumberFault('6800 0000 0000 0106')).toBe('mistyped');
    expect(cardNumberFault('8600 0000')).toBe('short');
    expect(cardNumberFault('  ')).toBe('empty');
    expect(passesLuhn('4111111111111111')).toBe(true);
  });

  it('is mapped to the provider’s name of its payment system', () => {
    expect(cardSystemOf('8600 00')?.name).toBe('uzcard');
    expect(cardSystemOf('9860 0000')?.name).toBe('humo');
    expect(cardSystemOf('860')).toBeNull();
    expect(cardSystemOf('4111')?.title).toBe('Visa');
  });

  it.each([
    ['Uzcard', '8600 0000 0000 0106', 16],
    ['Humo', '9860 0000 0000 0000', 16],
    ['Mastercard', '5500 0000 0000 0000', 16],
    ['Visa', '4000 0000 0000 0000', 19],
    ['unknown', '6000 0000 0000 0000', 19],
    ['of Mir, which beginnings of Mastercard stand beside', '2202 0000 0000 0000', 19],
  ])('is mistyped where it has more digits than one of its system: %s', (_, start, most) => {
    // One of the ten last digits is the check digit.
    const faultsOf = (length: number) => {
      const digits = start
        .replaceAll(' ', '')
        .padEnd(length - 1, '0')
        .slice(0, length - 1);
      return Array.from({ length: 10 }, (_one, last) => cardNumberFault(`${digits}${last}`));
    };
    expect(faultsOf(most)).toContain(null);
    expect(faultsOf(most + 1)).not.toContain(null);
  });

  it('is complete only if it is long enough and valid', () => {
    expect(isWholeNumber('8600 0000 0000 0106')).toBe(true);
    expect(isWholeNumber('8600 0000 0000 0107')).toBe(false);
    expect(isWholeNumber('8600 0000 0000 010')).toBe(false);
  });
});

describe('the expiry of a card', () => {
  it.each(['1230', '12/30', '12 / 2030', '12-30', '2030-12', '122030', '12.30'])('reads %s', (text) => {
    expect(expiryDigits(text)).toBe('1230');
  });

  it('adds the zero to a one-digit month', () => {
    expect(expiryDigits('5/30')).toBe('0530');
    expect(masked('5', expiryMask)).toBe('05/');
    expect(masked('1', expiryMask)).toBe('1');
    expect(masked('1/', expiryMask)).toBe('01/');
  });

  it('adds the slash, which is erased with the digit before it', () => {
    expect(masked('12', expiryMask)).toBe('12/');
    expect(masked('123', expiryMask)).toBe('12/3');
    const before = pasted('12', expiryMask);
    expect(editMasked({ before, text: '12', caret: 2, kind: 'deleteContentBackward' }, expiryMask).shown).toBe('1');
  });

  it('is whole only when no longer year can follow', () => {
    expect(['12/30', '12/2030', '1230'].filter((text) => !isWholeExpiry(text))).toEqual([]);
    expect(['12/20', '12/3', '12/203'].filter(isWholeExpiry)).toEqual([]);
  });

  it.each(['05/123', '10/330', '01/230', '12/20304', '12/x', 'x'])('cannot become one from %s', (text) => {
    expect(isSpoiltExpiry(text)).toBe(true);
  });

  it('may become one from every beginning of one', () => {
    const written = ['1230', '12/30', '12/2030', '12-30', '2030-12', '122030', '527', '05/27', '01/30'];
    const beginnings = written.flatMap((text) => [...text].map((_, end) => text.slice(0, end)));
    expect([...beginnings, ...written].filter(isSpoiltExpiry)).toEqual([]);
  });

  it('is valid to the end of its month', () => {
    const now = new Date(2026, 10, 21);
    expect(expiryFault('11/26', now)).toBeNull();
    expect(expiryFault('10/26', now)).toBe('over');
    expect(expiryFault('13/26', now)).toBe('noSuchMonth');
    expect(expiryFault('12/', now)).toBe('incomplete');
    expect(expiryFault('', now)).toBe('empty');
    expect(expiryFault('12/26', new Date(2026, 11, 31, 23, 59))).toBeNull();
    expect(expiryFault('12/26', new Date(2027, 0, 1))).toBe('over');
  });
});
