/** What is wrong with a card's expiry; the field shows a text for it. */
export type ExpiryFault = 'empty' | 'incomplete' | 'noSuchMonth' | 'over';

/** Month and year as four digits from a typed or pasted text: `1/27`, `01 / 2027`, `2027-01`, `0127`. */
export function expiryDigits(text: string): string {
  const parts = text.match(/\d+/g) ?? [];
  const [first = '', second = ''] = parts;
  if (parts.length >= 2) {
    const isYearFirst = first.length === 4;
    const month = (isYearFirst ? second : first).slice(0, 2);
    const year = isYearFirst ? first : second;
    return month.padStart(2, '0') + (year.length === 4 ? year.slice(2) : year.slice(0, 2));
  }
  if (/^\d{2}20\d{2}$/.test(first)) return first.slice(0, 2) + first.slice(4);
  // No month begins with 2..9, so the leading zero was omitted.
  return (/^[2-9]/.test(first) ? `0${first}` : first).slice(0, 4);
}

/** Formats what has been typed as `ММ/ГГ`. `before` is the field's previous text: what was erased does not get its slash back. */
export function formatExpiry(text: string, before = ''): string {
  const isErasing = text.length < before.length;
  const digits = expiryDigits(text);
  if (digits.length > 2) return `${digits.slice(0, 2)}/${digits.slice(2)}`;
  return digits.length === 2 && !isErasing ? `${digits}/` : digits;
}

/** What is wrong with the expiry, or null if the card is valid at `now`. A card is valid to the end of its month. */
export function expiryFault(text: string, now: Date): ExpiryFault | null {
  const digits = expiryDigits(text);
  if (digits === '') return 'empty';
  if (digits.length < 4) return 'incomplete';
  const month = Number(digits.slice(0, 2));
  if (month < 1 || month > 12) return 'noSuchMonth';
  const end = new Date(2000 + Number(digits.slice(2)), month);
  return end > now ? null : 'over';
}
