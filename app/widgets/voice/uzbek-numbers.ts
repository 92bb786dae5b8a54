const ones = ['', 'bir', 'ikki', 'uch', 'toʻrt', 'besh', 'olti', 'yetti', 'sakkiz', 'toʻqqiz'];
const tens = ['', 'oʻn', 'yigirma', 'oʻttiz', 'qirq', 'ellik', 'oltmish', 'yetmish', 'sakson', 'toʻqson'];
const thousands = ['', 'ming', 'million', 'milliard'];

const inOrder = (words: readonly (string | undefined)[]) => words.filter((word) => word).join(' ');

/** The words of a number below a thousand. */
function groupOf(number: number): string {
  const hundreds = Math.floor(number / 100);
  return inOrder([ones[hundreds], hundreds > 0 ? 'yuz' : '', tens[Math.floor((number % 100) / 10)], ones[number % 10]]);
}

/** A whole number from 0 below 10¹² in Uzbek words: the voice reads its digits one by one. */
export function uzbekNumber(number: number): string {
  if (number === 0) return 'nol';
  const words = thousands.map((thousand, power) => {
    const group = groupOf(Math.floor(number / 1_000 ** power) % 1_000);
    return group === '' ? '' : inOrder([group, thousand]);
  });
  return inOrder(words.toReversed());
}

/** The same as the place in an order: `3-oy` is `uchinchi oy`. */
export function uzbekOrdinal(number: number): string {
  const words = uzbekNumber(number);
  return /[aeiou]$/.test(words) ? `${words}nchi` : `${words}inchi`;
}
