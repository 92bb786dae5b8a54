const signs = ['и', 'у', 'ю'];
const inThree = (number: number) => number.toString(3).replace(/./g, (digit) => signs[Number(digit)] ?? '');

/** As many stop words as an admin may save, of letters that many signs stand for. */
export const hardLists: Readonly<Record<string, readonly string[]>> = {
  'few long words': Array.from({ length: 100 }, (_, at) => inThree(at).padEnd(50, 'и')),
  'many short words': Array.from({ length: 500 }, (_, at) => inThree(at).padStart(10, 'у')),
  beginnings: Array.from({ length: 500 }, (_, at) => `${inThree(at).padStart(9, 'ю')}*`),
};

/** Texts of so many signs that are slow to match: expanded, ambiguous, set apart, marked. */
export function hardTexts(length: number): string[] {
  const parts = ['⑪', '㎯', '1', 'u.', 'u ', 'u', 'х у ', 'ﷺ', '\u0301', 'ую', '1!'];
  return parts.map((part) => part.repeat(Math.ceil(length / part.length)).slice(0, length));
}
