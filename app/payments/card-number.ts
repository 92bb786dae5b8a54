import type { Mask } from '#base/text/masked-text.ts';

const shortest = 16;
const longest = 19;

export interface CardSystem {
  /** The provider's name (docs/rules.md#payment-gateway), sent as `payment_system`. */
  readonly name: string;
  /** Shown to people. */
  readonly title: string;
  /** The most digits of its cards. */
  readonly longest: number;
}

/** The card systems by the first digits of their cards. */
const systems: readonly (readonly [prefix: RegExp, system: CardSystem])[] = [
  [/^8600/, { name: 'uzcard', title: 'Uzcard', longest: shortest }],
  [/^9860/, { name: 'humo', title: 'Humo', longest: shortest }],
  [/^4/, { name: 'visa', title: 'Visa', longest }],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, { name: 'mastercard', title: 'Mastercard', longest: shortest }],
];

/** The provider's names. The country's profile lists which of them it has. */
export const cardSystemNames: readonly string[] = systems.map(([, { name }]) => name);

/** What is wrong with a card number; the field shows a text for it. */
export type NumberFault = 'empty' | 'short' | 'mistyped';

/** The field of a card number: `8600 0000 0000 0106`, in groups of four, as on the card. */
export const cardMask: Mask = {
  meaningless: /[\s\p{Pd}\p{Default_Ignorable_Code_Point}]/gu,
  show: (signs) => signs.replace(/^\d+/, (digits) => digits.replace(/(\d{4})(?=\d)/g, '$1 ')),
};

/** A typed or pasted card number without spaces and dashes. */
export function cardDigits(text: string): string {
  return text.replace(cardMask.meaningless, '');
}

/** The card system by the first digits; null if they belong to none. */
export function cardSystemOf(text: string): CardSystem | null {
  const digits = cardDigits(text);
  return systems.find(([prefix]) => prefix.test(digits))?.[1] ?? null;
}

/** The check digit of ISO/IEC 7812: finds any one mistyped digit and nearly all swapped neighbours. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const weighted = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

/** What is wrong with the number, or null if it can be sent. */
export function cardNumberFault(text: string): NumberFault | null {
  const digits = cardDigits(text);
  if (digits === '') return 'empty';
  const isLong = digits.length > (cardSystemOf(digits)?.longest ?? longest);
  if (isLong || /\D/.test(digits)) return 'mistyped';
  if (digits.length < shortest) return 'short';
  return passesLuhn(digits) ? null : 'mistyped';
}

/** Whether the number is complete and valid, so that the focus can move on. */
export function isWholeNumber(text: string): boolean {
  return cardDigits(text).length === shortest && cardNumberFault(text) === null;
}
