/** Removes plus, spaces, parentheses and dashes (docs/rules.md#form-rules), so that each phone has one spelling. */
export function normalisePhone(phone: string): string {
  return phone.replace(/[+\s()\-\u2010-\u2015]/g, '');
}

/** The digits of a typed part of a phone, at least three; null if anything else is typed, too. */
export function phonePart(text: string): string | null {
  const digits = normalisePhone(text);
  return /^\d{3,15}$/.test(digits) ? digits : null;
}
