import { describe, expect, it } from 'vitest';
import { countryOf } from '#app/country.ts';
import { editMasked, pasted } from '#base/text/masked-text.ts';
import { formatPhone, phoneFault, phoneMaskOf } from '../phone-mask.ts';

const mask = countryOf('uz').phoneMask;
const kazakh = countryOf('kz').phoneMask;
const whole = '+998 (90) 123-45-67';

/** Types text character by character at the end of the field. */
function typed(text: string, of = mask): string {
  const field = phoneMaskOf(of);
  return [...text].reduce(
    (before, sign) => {
      const now = before.shown + sign;
      return editMasked({ before, text: now, caret: now.length, kind: 'insertText' }, field);
    },
    pasted('', field),
  ).shown;
}

describe('formatting a phone', () => {
  it.each([
    '901234567',
    '90 123 45 67',
    '(90) 123-45-67',
    '+998901234567',
    '998901234567',
    '00998901234567',
    ' +998 (90) 123\u201145\u201167 ',
    '\u200e+998 90 123 45 67',
  ])('pasted as %j', (pasted) => {
    expect(formatPhone(pasted, mask)).toBe(whole);
    expect(phoneFault(pasted, mask)).toBeNull();
  });

  it.each(['901234567', '998901234567', '+998901234567', '90 123-45-67'])('typed as %j', (text) => {
    expect(typed(text)).toBe(whole);
  });

  it('takes 00 for the plus, as soon as it is typed', () => {
    expect(typed('00998901234567')).toBe(whole);
    expect(typed('00')).toBe('00');
    expect(typed('0099')).toBe('0099');
    expect(typed('009989')).toBe('+998 (9');
    expect(phoneFault('00', mask)).toBe('short');
    expect(typed('007 701 123 45 67', kazakh)).toBe('+7 (701) 123-45-67');
    expect(typed('007 701 123 45 67')).toBe('0077011234567');
    expect(phoneFault('007 701 123 45 67', mask)).toBe('foreign');
  });

  it('keeps a number whose own digits begin like the country code', () => {
    expect(typed('998123456')).toBe('+998 (99) 812-34-56');
    expect(typed('9981234567')).toBe('+998 (99) 812-34-567');
    expect(typed('998912345678')).toBe('+998 (91) 234-56-78');
  });

  it('shows extra digits, and drops the 8 of national calls in Kazakhstan', () => {
    expect(typed('90123456789')).toBe('+998 (90) 123-45-6789');
    expect(phoneFault('90123456789', mask)).toBe('long');
    expect(phoneFault('90123456a', mask)).toBe('wrong');
    // 88 begins numbers of the country: what is left without an 8 would be somebody else's.
    expect(phoneFault('8812345678', mask)).toBe('long');
    expect(formatPhone('8 (777) 123-45-67', kazakh)).toBe('+7 (777) 123-45-67');
    expect(typed('87771234567', kazakh)).toBe('+7 (777) 123-45-67');
  });

  it('keeps the 8 or 0 of other countries, and names it', () => {
    for (const [text, shown] of [
      ['8 90 123 45 67', '+998 (89) 012-34-567'],
      ['0 90 123 45 67', '+998 (09) 012-34-567'],
      ['+998 8 90 123 45 67', '+998 (89) 012-34-567'],
    ] as const) {
      expect(typed(text)).toBe(shown);
      expect(formatPhone(text, mask)).toBe(shown);
      expect(phoneFault(shown, mask)).toBe('national');
    }
  });

  it('shows the mask only as far as digits are typed', () => {
    expect(formatPhone('', mask)).toBe('');
    expect(formatPhone('+', mask)).toBe('+');
    expect(typed('+998')).toBe('+998');
    expect(formatPhone('9', mask)).toBe('+998 (9');
    expect(formatPhone('901', mask)).toBe('+998 (90) 1');
  });

  it('leaves a number of another country unchanged and reports it', () => {
    expect(formatPhone('+7 (999) 123-45-67', mask)).toBe('+79991234567');
    expect(phoneFault('+7 (999) 123-45-67', mask)).toBe('foreign');
    expect(phoneFault('', mask)).toBe('empty');
    expect(phoneFault('+998 (90) 123', mask)).toBe('short');
  });
});

describe('the caret stays in place', () => {
  const field = phoneMaskOf(mask);
  const at = (marked: string) => ({ text: marked.replace('|', ''), caret: marked.indexOf('|') });
  const after = (before: string, marked: string, kind: string) => {
    const { shown, caret } = editMasked({ before: pasted(before, field), ...at(marked), kind }, field);
    return `${shown.slice(0, caret)}|${shown.slice(caret)}`;
  };

  it.each([
    ['a digit typed in the middle', '+998 (90) 123-45', '+998 (90) 19|23-45', 'insertText', '+998 (90) 19|2-34-5'],
    ['a digit typed first', '', '9|', 'insertText', '+998 (9|'],
    ['a digit erased in the middle', whole, '+998 (90) 1|3-45-67', 'deleteContentBackward', '+998 (90) 1|34-56-7'],
    ['a dash erased takes its digit', whole, '+998 (90) 123|45-67', 'deleteContentBackward', '+998 (90) 12|4-56-7'],
    ['a dash deleted takes its digit', whole, '+998 (90) 123|45-67', 'deleteContentForward', '+998 (90) 123|-56-7'],
    ['the end erased', whole, '+998 (90) 123-45-6|', 'deleteContentBackward', '+998 (90) 123-45-6|'],
    ['everything erased', whole, '|', 'deleteContentBackward', '|'],
  ])('%s', (_, before, edited, kind, expected) => {
    expect(after(before, edited, kind)).toBe(expected);
  });
});
