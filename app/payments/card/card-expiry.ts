import type { Mask } from '#base/text/masked-text.ts';

/** What is wrong with a card's expiry; the field shows a text for it. */
export type ExpiryFault = 'empty' | 'incomplete' | 'noSuchMonth' | 'over';

/** Ways to write an expiry: `1/27`, `01.2027`, `2027-01`, `0127`, `012027`, `527`. */
const ways = [
  /^(?<month>\d{1,2})[^\d\p{L}]+(?:20)?(?<year>\d\d)$/u,
  /^20(?<year>\d\d)[^\d\p{L}]+(?<month>\d{1,2})$/u,
  /^(?<month>\d\d)(?:20)?(?<year>\d\d)$/,
  /^(?<month>[2-9])(?<year>\d\d)$/,
];

const meaningless = /[\s\p{Default_Ignorable_Code_Point}]/gu;

/** Month and year as four digits; null for a text that is no expiry, or only its beginning. */
export function expiryDigits(text: string): string | null {
  const signs = text.replace(meaningless, '');
  for (const way of ways) {
    const { month, year } = way.exec(signs)?.groups ?? {};
    if (month !== undefined && year !== undefined) return month.padStart(2, '0') + year;
  }
  return null;
}

/** The field of an expiry, `ММ/ГГ`. What was written another way stays as it is, since it can be read. */
export const expiryMask: Mask = {
  meaningless,
  show(signs) {
    // No month begins with 2..9, so its zero was left out; `20` begins a year, too.
    const whole = /^[3-9]|^2[1-9]|^1\//.test(signs) ? `0${signs}` : signs;
    return whole.replace(/^([01]\d|02)(\d*)$/, '$1/$2');
  },
};

/** Whether month and year are there, so that a fault may be shown; `20` may be the beginning of a longer year. */
export function isWholeExpiry(text: string): boolean {
  return expiryDigits(text) !== null && !/\D20$/.test(text);
}

/** Whether it is no expiry, and no digits behind it make it one: `10/330`. */
export function isSpoiltExpiry(text: string): boolean {
  const longest = 6;
  const grown = Array.from({ length: longest + 1 }, (_, more) => text + '0'.repeat(more));
  return grown.every((one) => expiryDigits(one) === null);
}

/** What is wrong with the expiry, or null if the card is valid at `now`. A card is valid to the end of its month. */
export function expiryFault(text: string, now: Date): ExpiryFault | null {
  if (text.trim() === '') return 'empty';
  const digits = expiryDigits(text);
  if (digits === null) return 'incomplete';
  const month = Number(digits.slice(0, 2));
  if (month < 1 || month > 12) return 'noSuchMonth';
  const end = new Date(2000 + Number(digits.slice(2)), month);
  return end > now ? null : 'over';
}
