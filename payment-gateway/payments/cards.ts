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
  'chargesRefused',
  'chargesRefusedTwice',
  'chargesExpired',
  'chargesLost',
  'chargesDeclined',
]);
export type CardBehaviour = z.infer<typeof CardBehaviour>;

/** A card's behaviour by its serial: the digits between the system's prefix and the check digit. */
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
  '00000000110': 'chargesRefused',
  '00000000120': 'chargesRefusedTwice',
  '00000000130': 'chargesExpired',
  '00000000140': 'chargesLost',
  '00000000150': 'chargesDeclined',
};

/** The test cards with their behaviour, as listed on the page. */
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
  { pan: '8600 0000 0000 1104', does: 'оплата после кода, списания без плательщика отклоняются' },
  { pan: '8600 0000 0000 1203', does: 'оплата после кода, списание проходит с третьего раза' },
  { pan: '8600 0000 0000 1302', does: 'оплата после кода, к следующему списанию срок карты истёк' },
  { pan: '8600 0000 0000 1401', does: 'оплата после кода, ответы на списания и уведомления теряются' },
  {
    pan: '8600 0000 0000 1500',
    does: 'оплата после кода, на списания банк отвечает отказом, и платёж остаётся открыт',
  },
  { pan: '9860 0000 0000 0109', does: 'Humo: оплата после кода' },
  { pan: '4000 0000 0000 0101', does: 'Visa: оплата после кода' },
  { pan: '4000 0000 0000 0200', does: 'Visa: оплата без кода' },
  { pan: '4000 0000 0000 0309', does: 'Visa: недостаточно средств' },
  { pan: '5100 0000 0000 0107', does: 'Mastercard: оплата после кода' },
  { pan: '5100 0000 0000 0206', does: 'Mastercard: оплата без кода' },
] as const;

/** The only code that is ever sent. */
export const rightCode = '123456';

type CardSystem = 'uzcard' | 'humo' | 'visa' | 'mastercard';

const prefixes: readonly (readonly [prefix: RegExp, system: CardSystem])[] = [
  [/^8600/, 'uzcard'],
  [/^9860/, 'humo'],
  [/^4/, 'visa'],
  [/^(?:5[1-5]|2[2-7])/, 'mastercard'],
];

/** The payment system by the first digits; null if they belong to none. */
export function paymentSystemOf(pan: string): CardSystem | null {
  return prefixes.find(([prefix]) => prefix.test(pan))?.[1] ?? null;
}

export function passesLuhn(pan: string): boolean {
  const sum = [...pan].reverse().reduce((total, char, index) => {
    const digit = Number(char) * (index % 2 === 1 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 === 0;
}

/** Whether the card is valid at `now`. `expiry` is MMYY; a card is valid to the end of its month. */
export function isExpiryAhead(expiry: string, now: number): boolean {
  const match = /^(0[1-9]|1[0-2])(\d\d)$/.exec(expiry);
  if (!match) return false;
  return Date.UTC(2000 + Number(match[2]), Number(match[1])) > now;
}

/** The behaviour of a valid number; a number outside the table is an ordinary card that needs a code. */
export function behaviourOf(pan: string): CardBehaviour {
  return behaviourBySerial[pan.slice(4, 15)] ?? 'code';
}

export function maskPan(pan: string): string {
  return `${pan.slice(0, 4)} ${pan.slice(4, 6)}** **** ${pan.slice(12)}`;
}

/** The masked phone that receives the code, as shown to the payer; `prefix`: the country's, with its plus. */
export function maskedPhoneOf(pan: string, prefix: string): string {
  return `${prefix} ** *** ** ${pan.slice(14)}`;
}

/** The card's token. The same card always gets the same one, so that browsers can compare saved cards by token. */
export function tokenFor(pan: string, expiry: string, secret: string): string {
  return `card_${createHmac('sha256', secret).update(`card-token:${pan}:${expiry}`).digest('base64url')}`;
}

/** The token with which the merchant charges a saved card without the payer. Browsers never get it. */
export function chargeTokenFor(cardToken: string, secret: string): string {
  return `charge_${createHmac('sha256', secret).update(`charge-token:${cardToken}`).digest('base64url')}`;
}
