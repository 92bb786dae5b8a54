/** Removes plus, spaces, parentheses and dashes (docs/rules.md#form-rules), so that each phone has one spelling. */
export function normalisePhone(phone: string): string {
  return phone.replace(/[+\s()\-\u2010-\u2015]/g, '');
}
