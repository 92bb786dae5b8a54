import { type Mask, masked } from '#base/text/masked-text.ts';
import { dialledFirst, phoneGaps } from '#base/text/phone.ts';

/**
 * The problem with a phone, to be described at the field. `wrong`: signs that no phone has. `long`: too many digits. `national`: a whole
 * number behind the 8 or 0 that other countries dial first.
 */
export type PhoneFault = 'empty' | 'short' | 'foreign' | 'wrong' | 'long' | 'national';

interface PhoneShape {
  /** The country code without plus: `998`. */
  readonly prefix: string;
  /** The number of digits after the country code. */
  readonly length: number;
}

/** The country code and the length of a country's phones. */
export function shapeOf(mask: string): PhoneShape {
  return { prefix: mask.replace(/\D/g, ''), length: mask.replace(/[^#]/g, '').length };
}

/** The signs after the country code, which follows a plus or 00; null if the text begins with the code of another country. */
function ownSigns(signs: string, { prefix, length }: PhoneShape): string | null {
  const { length: plus } = /^(?:\+|00)?/.exec(signs)?.[0] ?? '';
  const given = signs.slice(plus);
  if (plus > 0 && !given.startsWith(prefix)) return prefix.startsWith(given) ? '' : null;
  const own = plus > 0 ? given.slice(prefix.length) : given;
  const isWhole = (start: string) => own.startsWith(start) && own.length === start.length + length;
  // A whole number with its country code, in a field that shows the code anyway, or with the 8 or 0 of national calls in Kazakhstan.
  const starts = [prefix, ...dialledFirst(prefix)];
  return own.slice(starts.find(isWhole)?.length ?? 0);
}

/** Fills the places of a mask as far as there are signs; what is too much follows. */
function fill(own: string, mask: string): string {
  let shown = '';
  let added = '';
  let taken = 0;
  for (const place of mask) {
    const sign = own[taken];
    if (place !== '#') added += place;
    else if (sign === undefined) break;
    else {
      shown += added + sign;
      added = '';
      taken += 1;
    }
  }
  return shown + own.slice(taken);
}

/** The field of a phone in the mask of a country, as `+998 (##) ###-##-##`. */
export function phoneMaskOf(mask: string): Mask {
  const shape = shapeOf(mask);
  return {
    meaningless: phoneGaps,
    show(signs) {
      const own = ownSigns(signs, shape);
      // A pasted text that does not begin with its number is not spread over the mask, so that it can be read and corrected.
      return own === null || /^(?:$|\D)/.test(own) ? signs : fill(own, mask);
    },
  };
}

/** Formats typed or pasted text in the mask: `90 123 45 67` becomes `+998 (90) 123-45-67`. */
export function formatPhone(text: string, mask: string): string {
  return masked(text, phoneMaskOf(mask));
}

/** The problem with a phone, or null if it may be sent. */
export function phoneFault(text: string, mask: string): PhoneFault | null {
  const shape = shapeOf(mask);
  const signs = text.replace(phoneGaps, '');
  const own = ownSigns(signs, shape);
  if (own === null) return 'foreign';
  if (own === '') return signs === '' ? 'empty' : 'short';
  if (/\D/.test(own)) return 'wrong';
  if (own.length === shape.length + 1 && /^(?:0|8(?!8))/.test(own)) return 'national';
  if (own.length > shape.length) return 'long';
  return own.length === shape.length ? null : 'short';
}
