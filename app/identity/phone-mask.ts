import { maskPhone, normalisePhone } from '#base/phone.ts';

/** What is wrong with a phone, to be told in words at the field. */
export type PhoneFault = 'empty' | 'short' | 'foreign';

interface PhoneShape {
  /** The country's digits, without plus: `998`. */
  readonly prefix: string;
  /** How many digits the person gives. */
  readonly length: number;
}

/** What happened to the field: its text and caret after the browser's own work on them. */
export interface PhoneEdit {
  readonly before: string;
  readonly text: string;
  readonly caret: number;
  /** `inputType` of the event, where the browser tells it. */
  readonly kind: string;
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Longer than any phone of the world (E.164). */
const longest = 15;

function shapeOf(mask: string): PhoneShape {
  return { prefix: digitsOf(mask), length: mask.replace(/[^#]/g, '').length };
}

/** Digits beyond the country's prefix; null where the text begins with another country's plus. */
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

/** Somebody who types the whole number, country and all, into a field that begins with the country already. */
function withoutSecondPrefix(digits: string, { prefix, length }: PhoneShape): string {
  if (digits.length <= length) return digits;
  if (digits.length === prefix.length + length && digits.startsWith(prefix)) return digits.slice(prefix.length);
  // A leading 8 or 0 of the calls within a country.
  if (digits.length === length + 1 && /^[80]/.test(digits) && prefix === '7') return digits.slice(1);
  return digits.startsWith(prefix) ? digits.slice(0, prefix.length + length - 1) : digits.slice(0, length);
}

/** Whatever was typed or pasted, laid into the country's mask: `90 123 45 67` becomes `+998 (90) 123-45-67`. */
export function formatPhone(text: string, mask: string): string {
  const shape = shapeOf(mask);
  const digits = ownDigits(text, shape);
  if (digits === null) return `+${digitsOf(text).slice(0, longest)}`;
  if (digits === '') return '';
  // One digit too many may become the country's prefix typed once more: it is kept in sight until that is known.
  return maskPhone(shape.prefix + digits.slice(0, shape.length), mask) + digits.slice(shape.length);
}

/** What is wrong with a phone in the field, or null where it may be sent. */
export function phoneFault(text: string, mask: string): PhoneFault | null {
  const shape = shapeOf(mask);
  const digits = ownDigits(text, shape);
  if (digits === null) return 'foreign';
  if (digits === '') return 'empty';
  return digits.length === shape.length ? null : 'short';
}

/** The caret's place so that as many digits stand behind it as before the text was put into shape. */
function caretWithDigitsBehind(text: string, count: number): number {
  let behind = 0;
  for (let at = text.length; at > 0; at -= 1) {
    if (behind === count && /\d/.test(text.charAt(at - 1))) return at;
    if (/\d/.test(text.charAt(at - 1))) behind += 1;
  }
  return 0;
}

/** Takes the digit away that a deletion meant when it only met a sign of the mask. */
function deletionThroughMask({ before, text, caret, kind }: PhoneEdit): { text: string; caret: number } {
  const metOnlySigns = digitsOf(text) === digitsOf(before) && text.length < before.length;
  if (!metOnlySigns) return { text, caret };
  const [head, tail] = [text.slice(0, caret), text.slice(caret)];
  if (kind === 'deleteContentForward') return { text: head + tail.replace(/\d/, ''), caret };
  if (kind !== 'deleteContentBackward') return { text, caret };
  const shorter = head.replace(/\d(?=\D*$)/, '');
  return { text: shorter + tail, caret: shorter.length };
}

/** What the field shows after an edit, and where its caret stands. */
export function editPhone(edit: PhoneEdit, mask: string): { readonly text: string; readonly caret: number } {
  const meant = deletionThroughMask(edit);
  const text = formatPhone(meant.text, mask);
  const behind = digitsOf(meant.text.slice(meant.caret)).length;
  return { text, caret: behind === 0 ? text.length : caretWithDigitsBehind(text, behind) };
}
