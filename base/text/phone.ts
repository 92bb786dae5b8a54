/** Removes plus, spaces, parentheses and dashes (docs/rules.md#form-rules), so that each phone has one spelling. */
export function normalisePhone(phone: string): string {
  return phone.replace(/[+\s()\-\u2010-\u2015]/g, '');
}

/** Formats a phone by a mask such as `+998 (##) ###-##-##`, as far as there are digits. */
export function maskPhone(phone: string, mask: string): string {
  const digits = normalisePhone(phone);
  let taken = 0;
  let result = '';
  for (const place of mask) {
    if (place !== '#' && !/\d/.test(place)) {
      result += place;
      continue;
    }
    const digit = digits[taken];
    if (digit === undefined) break;
    taken += 1;
    result += digit;
  }
  return result.replace(/[^\d]+$/, '');
}
