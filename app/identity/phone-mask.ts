import { maskPhone, normalisePhone } from '#base/text/phone.ts';

/** The problem with a phone, to be described at the field. */
export type PhoneFault = 'empty' | 'short' | 'foreign';

interface PhoneShape {
  /** The country code without plus: `998`. */
  readonly prefix: string;
  /** The number of digits after the country code. */
  readonly length: number;
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** The maximum length of a phone (E.164). */
const longest = 15;

function shapeOf(mask: string): PhoneShape {
  return { prefix: digitsOf(mask), length: mask.replace(/[^#]/g, '').length };
}

/** The digits after the country code; null if the text begins with the code of another country. */
function ownDigits(text: string, { prefix, length }: PhoneShape): string | null {
  const cleaned = normalisePhone(text);
  const digits = digitsOf(cleaned).replace(/^00(?=\d{9})/, '');
  const isInternational = text.trimStart().startsWith('+') || /^\s*00\d{9}/.test(cleaned);
  if (isInternational) {
    if (digits.startsWith(prefix)) return withoutSecondPrefix(digits.slice(prefix.length), { prefix, length });
    return prefix.startsWith(digits) ? '' : null;
  }
  return withoutSecondPrefix(digits, { prefix, length });
}

/** The user typed the full number, country code included, into a field that already begins with the code. */
function withoutSecondPrefix(digits: string, { prefix, length }: PhoneShape): string {
  if (digits.length <= length) return digits;
  if (digits.length === prefix.length + length && digits.startsWith(prefix)) return digits.slice(prefix.length);
  // A leading 8 or 0 of national calls.
  if (digits.length === length + 1 && /^[80]/.test(digits) && prefix === '7') return digits.slice(1);
  return digits.startsWith(prefix) ? digits.slice(0, prefix.length + length - 1) : digits.slice(0, length);
}

/** Formats typed or pasted text in the mask: `90 123 45 67` becomes `+998 (90) 123-45-67`. */
export function formatPhone(text: string, mask: string): string {
  const shape = shapeOf(mask);
  const digits = ownDigits(text, shape);
  if (digits === null) return `+${digitsOf(text).slice(0, longest)}`;
  if (digits === '') return '';
  // One digit too many may be the start of a repeated country code: it stays visible until that is clear.
  return maskPhone(shape.prefix + digits.slice(0, shape.length), mask) + digits.slice(shape.length);
}

/** The problem with a phone, or null if it may be sent. */
export function phoneFault(text: string, mask: string): PhoneFault | null {
  const shape = shapeOf(mask);
  const digits = ownDigits(text, shape);
  if (digits === null) return 'foreign';
  if (digits === '') return 'empty';
  return digits.length === shape.length ? null : 'short';
}
