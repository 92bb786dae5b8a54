const mostDigits = 12;

/** The digits of whatever was typed or pasted, without leading zeros. */
function digitsOf(text: string): string {
  // «10 000,50» pasted from elsewhere: donations are whole sums, the fraction is dropped.
  const whole = text.replace(/[.,]\d{1,2}\s*$/, '');
  return whole.replace(/\D/g, '').replace(/^0+/, '').slice(0, mostDigits);
}

/** `10 000`: grouped in threes by non-breaking spaces, as sums are shown everywhere. */
export function groupAmount(text: string): string {
  return digitsOf(text).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
}

/** The sum in whole main units; null for an empty field. */
export function readAmount(text: string): number | null {
  const digits = digitsOf(text);
  return digits === '' ? null : Number(digits);
}
