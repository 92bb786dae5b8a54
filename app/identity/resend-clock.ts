import { createResendTimes } from './resend-times.ts';
import { tabStorage } from './tab-memory.ts';

/** When this tab may ask for the next code. */
export const resendClock = createResendTimes(tabStorage());

/** Digits only, as the calls take a phone. */
export function plainPhone(text: string): string {
  return text.replace(/\D/g, '');
}
