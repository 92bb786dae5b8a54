import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryOf } from '#app/country.ts';
import { formatPhone, phoneFault, phoneMaskOf } from '#app/identity/phone-mask.ts';
import { expiryDigits, expiryMask } from '#app/payments/card/card-expiry.ts';
import { cardDigits, cardMask, cardNumberFault } from '#app/payments/card-number.ts';
import { amountMask, readAmount } from '#base/text/amount-text.ts';
import { digitsMask, editMasked, type Mask, type MaskedText, masked, pasted } from '#base/text/masked-text.ts';
import { decimalMask, readDecimal, typedDecimal } from '#base/text/number-text.ts';

const uzbek = countryOf('uz').phoneMask;
const kazakh = countryOf('kz').phoneMask;

const { english: englishAmount } = amountMask;
if (englishAmount === undefined) throw new Error('Sums have no mask on English pages');

const { english: englishDecimal } = decimalMask;
if (englishDecimal === undefined) throw new Error('Decimals have no mask on English pages');

const fields: readonly (readonly [name: string, mask: Mask, signs: string])[] = [
  ['sum', amountMask, '01259 .,x'],
  ['sum on an English page', englishAmount, '01259 .,x'],
  ['decimal', decimalMask, '01259 .,x'],
  ['decimal on an English page', englishDecimal, '01259 .,x'],
  ['expiry', expiryMask, '01239 /-x'],
  ['card', cardMask, '01869 -x'],
  ['code', digitsMask, '0123 -x'],
  ['phone of Uzbekistan', phoneMaskOf(uzbek), '0189789 +(-)x'],
  ['phone of Kazakhstan', phoneMaskOf(kazakh), '017778 +(-)x'],
];

/** The place in the shown text behind which so many typed signs stand. */
function placeBefore({ signs, shown }: MaskedText, behind: number): number {
  let at = shown.length;
  for (let left = behind; left > 0; at -= 1) {
    if (at === 0) return 0;
    if (shown[at - 1] === signs[signs.length - 1 - (behind - left)]) left -= 1;
  }
  return at;
}

interface Stroke {
  /** The key; null: backspace. */
  readonly key: string | null;
  /** Where the caret is put, from the end; most keys are typed at the end. */
  readonly fromEnd: number;
}

const press = ({ key }: Stroke, before: MaskedText, at: number, mask: Mask) => {
  const start = key === null ? at - 1 : at;
  const text = before.shown.slice(0, start) + (key ?? '') + before.shown.slice(at);
  const kind = key === null ? 'deleteContentBackward' : 'insertText';
  return editMasked({ before, text, caret: start + (key ?? '').length, kind }, mask);
};

/** Types keys into a field and, beside it, into a plain text. */
function type(strokes: readonly Stroke[], mask: Mask): { field: MaskedText; plain: string } {
  let field = pasted('', mask);
  let plain = '';
  for (const stroke of strokes) {
    if (mask === englishAmount && stroke.key !== ',') {
      plain = englishAmount.plain(plain);
      field = { ...field, signs: englishAmount.plain(field.signs) };
    }
    const behind = Math.min(stroke.fromEnd, plain.length);
    const at = placeBefore(field, behind);
    const place = plain.length - behind;
    // Behind a sign that the mask leaves out no caret can be put, as between the zeros of 007, for which there is a plus.
    if (place > 0 && !field.shown.slice(0, at).includes(field.signs[place - 1] ?? '')) continue;
    if (stroke.key === null && (at === 0 || place === 0)) continue;
    field = press(stroke, field, at, mask);
    plain = plain.slice(0, stroke.key === null ? place - 1 : place) + (stroke.key ?? '') + plain.slice(place);
    plain = plain.replace(mask.meaningless, '');
  }
  return { field, plain };
}

describe('what is typed key by key', () => {
  it.each(fields)('is what is pasted, with any corrections: %s', (_, mask, signs) => {
    const stroke = fc.record({
      key: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...signs) }, { weight: 1, arbitrary: fc.constant(null) }),
      fromEnd: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(12) }),
    });
    fc.assert(
      fc.property(fc.array(stroke, { maxLength: 26 }), (strokes) => {
        const { field, plain } = type(strokes, mask);
        expect(field.shown).toBe(masked(plain, mask));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the plus that stands for two zeros, whatever is deleted before it', () => {
    const before = pasted('0070', phoneMaskOf(kazakh));
    expect(before.shown).toBe('+7 (0');
    expect(press({ key: null, fromEnd: 2 }, before, 1, phoneMaskOf(kazakh)).shown).toBe('+7 (0');
  });

  it.each(fields)('and then replaced whole is what is pasted: %s', (_, mask, signs) => {
    const text = fc.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 20 });
    const replaced = (first: string, second: string, kind: string) =>
      editMasked({ before: pasted(first, mask), text: second, caret: second.length, kind, put: second }, mask).shown;
    fc.assert(
      fc.property(text, text, fc.constantFrom('insertText', 'insertFromPaste', ''), (first, second, kind) => {
        const { signs: typed, shown } = pasted(first, mask);
        // It could as well be typed behind what the mask has added.
        fc.pre(typed === shown || !second.startsWith(shown));
        expect(replaced(first, second, kind)).toBe(masked(second, mask));
      }),
      { numRuns: 500 },
    );
  });

  it.each(fields)('stays visible, all of it and in its order: %s', (_, mask, signs) => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...signs), maxLength: 26 }), (text) => {
        const { signs: typed, shown } = pasted(text, mask);
        // The country code, twice, may be shown once.
        const start = /^(?:00)?(?:998|7)|^[80]/.exec(typed)?.[0] ?? '';
        const kept = [typed, typed.slice(start.length)];
        const inOrder = (all: string) =>
          new RegExp([...all].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('.*'));
        expect(kept.some((all) => inOrder(all).test(shown))).toBe(true);
        expect(masked(shown, mask)).toBe(shown);
      }),
      { numRuns: 300 },
    );
  });

  const typed = (text: string, mask: Mask) =>
    type(
      [...text].map((key) => ({ key, fromEnd: 0 })),
      mask,
    ).field.shown;

  it.each([
    ['5000.50', 5000.5],
    ['75000.00', 75_000],
    ['10 000,00', 10_000],
    ['10,000.00', 10_000],
    ['75.000', 75_000],
    ['1 000 000 сум', 1_000_000],
    ['007', 7],
    ['', null],
    ['abc', Number.NaN],
    ['5к', Number.NaN],
    ['-5000', Number.NaN],
    ['5000.505', Number.NaN],
    ['0.500', Number.NaN],
    ['5.00.00', Number.NaN],
  ])('a sum %j is %d', (text, sum) => {
    expect(readAmount(text)).toBe(sum);
    expect(readAmount(typed(text, amountMask))).toBe(sum);
    expect(readAmount(typed(text, englishAmount))).toBe(sum);
  });

  it.each([
    ['50000', '50,000'],
    ['1,234,567', '1,234,567'],
    ['12,3456', '123,456'],
    ['1234567.50', '1,234,567.50'],
    ['50\u00a0000', '50,000'],
    ['50\u00a0000,50', '50\u00a0000,50'],
    ['1000,000', '1\u00a0000,000'],
    ['12,5', '12,5'],
    ['0,500', '0,500'],
    ['05000', '05\u00a0000'],
  ])('a sum typed as %j is %j on an English page', (text, shown) => {
    expect(typed(text, englishAmount)).toBe(shown);
  });

  it.each([
    ['5 сум', '5\u00a0сум'],
    ['5сум', '5\u00a0сум'],
    ['5 ₸', '5\u00a0₸'],
    ['2,5 раза', '2,5\u00a0раза'],
    ['1e3', '1e3'],
    ['сум', 'сум'],
  ])('words behind a number stay apart from it: %j is %j in every field of numbers', (text, shown) => {
    for (const mask of [amountMask, englishAmount, decimalMask, englishDecimal]) expect(typed(text, mask)).toBe(shown);
  });

  const sums = fc.string({ unit: fc.constantFrom(...'01259 .,x'), maxLength: 20 });

  it('a sum is the same one in every language, and so is what is none', () => {
    fc.assert(
      fc.property(sums, (text) => {
        const { signs, shown } = pasted(text, englishAmount);
        const passedOn = amountMask.show(signs);
        const back = masked(englishAmount.from(passedOn), englishAmount);
        expect([shown, passedOn, back].map(readAmount)).toEqual(Array.from({ length: 3 }, () => readAmount(text)));
      }),
    );
  });

  it('a number with decimals is the same one as it is written, typed and then corrected, in every language', () => {
    const thousandths = fc.integer({ min: 0, max: 99_999_999 });
    fc.assert(
      fc.property(thousandths, fc.constantFrom(...'0129'), (count, key) => {
        const value = count / 1_000;
        const russian = typedDecimal(value);
        for (const [mask, start] of [
          [decimalMask, russian],
          [englishDecimal, englishDecimal.from(russian)],
        ] as const) {
          expect([start, typed(start, mask), typed(russian, mask)].map(readDecimal)).toEqual([value, value, value]);
          const before = pasted(start, mask);
          const longer = press({ key, fromEnd: 0 }, before, before.shown.length, mask);
          expect(readDecimal(longer.shown)).toBe(Number(`${value}${key}`));
          expect(readDecimal(decimalMask.show(longer.signs))).toBe(Number(`${value}${key}`));
        }
      }),
    );
  });

  it('a sum whose end is replaced is the same one in every language', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'1259'), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(digits, fc.constantFrom(...'1259'), fc.nat(8), (first, put, kept) => {
        const replaced = (mask: Mask) => {
          const before = pasted(first, mask);
          const start = placeBefore(before, Math.max(0, first.length - kept));
          const text = before.shown.slice(0, start) + put;
          return editMasked({ before, text, caret: text.length, kind: 'insertText', put }, mask).shown;
        };
        const [russian, english] = [amountMask, englishAmount].map(replaced);
        expect(readAmount(english ?? '')).toBe(readAmount(russian ?? ''));
      }),
    );
  });

  it.each([
    ['51000', '51,00', 51],
    ['500000', '500,00', 500],
    ['12345', '12,34', 12.34],
  ])('a sum %j that is pasted over by %j is %d', (first, text, sum) => {
    const edit = { before: pasted(first, englishAmount), text, caret: text.length, kind: 'insertFromPaste', put: text };
    expect(readAmount(editMasked(edit, englishAmount).shown)).toBe(sum);
  });

  it.each([
    ['Delete', 'deleteContentForward', '12,45', 3, '1,245'],
    ['Backspace', 'deleteContentBackward', '12,34', 5, '1,234'],
    ['a key', 'insertText', '12,3945', 5, '123,945'],
  ])('a sum that was typed with commas is corrected by %s', (_, kind, text, caret, shown) => {
    expect(editMasked({ before: pasted('12,345', englishAmount), text, caret, kind }, englishAmount).shown).toBe(shown);
  });

  it.each([
    ['12/2030', '1230'],
    ['01/2030', '0130'],
    ['12 / 30', '1230'],
    ['1/30', '0130'],
    ['2030-12', '1230'],
    ['122030', '1230'],
    ['527', '0527'],
    ['12/20304', null],
    ['12/x30', null],
    ['12/1930', null],
  ])('an expiry %j is %s', (text, digits) => {
    expect(expiryDigits(text)).toBe(digits);
    expect(expiryDigits(typed(text, expiryMask))).toBe(digits);
  });

  it.each([
    ['+7 701 123 45 67', '+77011234567', 'foreign'],
    ['8 90 123 45 67', '+998 (89) 012-34-567', 'national'],
    ['+998 90 123 45 67', '+998 (90) 123-45-67', null],
    ['998901234567', '+998 (90) 123-45-67', null],
    ['00998901234567', '+998 (90) 123-45-67', null],
    ['90123456O', '+998 (90) 123-45-6O', 'wrong'],
    ['90+1234567', '+998 (90) +12-34-567', 'wrong'],
    ['тел. 93-123-45-67', 'тел931234567', 'wrong'],
  ])('a phone %j is shown as %s', (text, shown, fault) => {
    expect([formatPhone(text, uzbek), phoneFault(text, uzbek)]).toEqual([shown, fault]);
    expect(typed(text, phoneMaskOf(uzbek))).toBe(shown);
  });

  it.each([
    ['8600 0000 0000 0106', null],
    ['8600-0000-0000-0106', null],
    ['8600 0000 0000 0106 0000', 'mistyped'],
    ['8600 0000 0000 O106', 'mistyped'],
  ])('a card number %j has the fault %s', (text, fault) => {
    expect(cardNumberFault(text)).toBe(fault);
    expect(cardNumberFault(typed(text, cardMask))).toBe(fault);
    expect(cardDigits(typed(text, cardMask))).toBe(cardDigits(text));
  });
});
