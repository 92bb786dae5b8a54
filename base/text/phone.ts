/** Signs between the digits of a phone, and those that nobody sees and a copied phone brings along. */
export const phoneGaps = /[\s().\-/\u2010-\u2015\u2212\p{Default_Ignorable_Code_Point}]/gu;

/** Removes what stands between the digits and the plus or 00 before them (docs/rules.md#form-rules), so that each phone has one spelling. */
export function normalisePhone(phone: string): string {
  return phone
    .replace(phoneGaps, '')
    .replaceAll('+', '')
    .replace(/^(?:00)+/, '');
}

/** What people of a country dial before a number instead of its code: the 8 or 0 of Kazakhstan. */
export function dialledFirst(prefix: string): readonly string[] {
  return prefix === '7' ? ['8', '0'] : [];
}

/** The digits of a typed phone as it is stored in the country of the mask, `+998 (##) ###-##-##`. */
function storedDigits(typed: string, mask: string): string {
  const digits = normalisePhone(typed);
  const prefix = mask.replace(/\D/g, '');
  const whole = mask.replace(/[^\d#]/g, '').length;
  // A part of a phone may begin with two zeros, too.
  if (digits.length < whole) return typed.replace(phoneGaps, '').replaceAll('+', '');
  const isDialled = digits.length === whole && dialledFirst(prefix).includes(digits.charAt(0));
  return isDialled ? prefix + digits.slice(1) : digits;
}

/** The digits of a typed part of a phone, at least three; null if anything else is typed, too. */
export function phonePart(text: string, mask: string): string | null {
  const digits = storedDigits(text, mask);
  return /^\d{3,15}$/.test(digits) ? digits : null;
}

/** A text with its whole phones as they are stored, however they were typed: `+998 90 265-68-98` is one word of digits. */
export function withStoredPhones(text: string, mask: string): string {
  const whole = mask.replace(/[^\d#]/g, '').length;
  const withoutCode = mask.replace(/[^#]/g, '').length;
  return text.replace(/[+(]*\d[\d\s().\-/\u2010-\u2015\u2212]{5,}\d/gu, (typed) => {
    const digits = storedDigits(typed, mask);
    // Days, sums and numbers of houses have such gaps, too.
    return digits.length === whole || digits.length === withoutCode ? digits : typed;
  });
}
