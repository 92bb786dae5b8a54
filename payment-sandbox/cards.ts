import { createHmac } from 'node:crypto';
import { z } from 'zod';

export const CardBehaviour = z.enum([
  'code',
  'noCode',
  'insufficientFunds',
  'cardExpired',
  'cardBlocked',
  'timeout',
  'silent',
  'twice',
  'late',
]);
export type CardBehaviour = z.infer<typeof CardBehaviour>;

/** The card's serial (the digits between the system's prefix and the check digit) says how the card behaves. */
const behaviourBySerial: Record<string, CardBehaviour> = {
  '00000000010': 'code',
  '00000000020': 'noCode',
  '00000000030': 'insufficientFunds',
  '00000000040': 'cardExpired',
  '00000000050': 'cardBlocked',
  '00000000060': 'timeout',
  '00000000070': 'silent',
  '00000000080': 'twice',
  '00000000090': 'late',
};

/** For the page: the test cards of the contract, with what each of them does. */
export const testCards = [
  { pan: '8600 0000 0000 0106', does: 'оплата после кода' },
  { pan: '8600 0000 0000 0205', does: 'оплата без кода' },
  { pan: '8600 0000 0000 0304', does: 'недостаточно средств' },
  { pan: '8600 0000 0000 0403', does: 'срок действия карты истёк' },
  { pan: '8600 0000 0000 0502', does: 'карта заблокирована' },
  { pan: '8600 0000 0000 0601', does: 'нет ответа 30 секунд' },
  { pan: '8600 0000 0000 0700', does: 'оплата после кода, уведомление не уходит' },
  { pan: '8600 0000 0000 0809', does: 'оплата после кода, уведомление уходит дважды' },
  { pan: '8600 0000 0000 0908', does: 'оплата после кода, уведомление опаздывает на 20 секунд' },
  { pan: '9860 0000 0000 0109', does: 'Humo: оплата после кода' },
] as const;

/** The one code that the sandbox's "bank" sends. */
export const rightCode = '123456';

const prefixes: Record<string, 'uzcard' | 'humo'> = { '8600': 'uzcard', '9860': 'humo' };

/** `uzcard`, `humo`, or null for a number of neither. */
export function paymentSystemOf(pan: string): 'uzcard' | 'humo' | null {
  return prefixes[pan.slice(0, 4)] ?? null;
}

export function passesLuhn(pan: string): boolean {
  const sum = [...pan].reverse().reduce((total, char, index) => {
    const digit = Number(char) * (index % 2 === 1 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 === 0;
}

/** Is the card still good at `now`? `expiry` is MMYY; a card is good to the end of its month. */
export function isExpiryAhead(expiry: string, now: number): boolean {
  const match = /^(0[1-9]|1[0-2])(\d\d)$/.exec(expiry);
  if (!match) return false;
  return Date.UTC(2000 + Number(match[2]), Number(match[1])) > now;
}

/** The behaviour of a well-formed number; a number outside the table is an ordinary card that asks for a code. */
export function behaviourOf(pan: string): CardBehaviour {
  return behaviourBySerial[pan.slice(4, 15)] ?? 'code';
}

export function maskPan(pan: string): string {
  return `${pan.slice(0, 4)} ${pan.slice(4, 6)}** **** ${pan.slice(12)}`;
}

/** The phone that the code goes to, as the payer is told of it; `prefix`: the country's, with its plus. */
export function maskedPhoneOf(pan: string, prefix: string): string {
  return `${prefix} ** *** ** ${pan.slice(14)}`;
}

/** The same card always gets the same token, so that a browser can tell its saved cards apart by token. */
export function tokenFor(pan: string, expiry: string, secret: string): string {
  return `card_${createHmac('sha256', secret).update(`card-token:${pan}:${expiry}`).digest('base64url')}`;
}
