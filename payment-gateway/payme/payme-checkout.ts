import { z } from 'zod';
import { PaymentFailure } from '../failures.ts';
import type { Bill } from '../hosted/hosted-books.ts';

const Parameters = z.object({
  m: z.string(),
  'ac.payment': z.string().min(1).max(200),
  a: z.coerce.number().int().positive(),
  l: z.enum(['ru', 'uz', 'en']).catch('ru'),
  c: z.url({ protocol: /^https?$/ }),
});

/**
 * Parses the address of a bill: `key=value` by semicolons, in Base64
 * (https://developer.help.paycom.uz/initsializatsiya-platezhey/otpravka-cheka-po-metodu-get/). Throws `NotFound` for another cash register.
 */
export function parseCheckout(address: string, cashRegister: string): Bill {
  const text = Buffer.from(address, 'base64').toString();
  const pairs = text.split(';').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  const parsed = Parameters.safeParse(Object.fromEntries(pairs));
  if (!parsed.success || parsed.data.m !== cashRegister) throw new PaymentFailure('NotFound');
  const { a: amount, l: language, c: returnUrl, 'ac.payment': account } = parsed.data;
  return { account, amount, language, returnUrl };
}
