import { tabStorage } from '../screens/tab-memory.ts';
import { createResendTimes } from './resend-times.ts';

/** The times from which this tab may request the next code. */
export const resendClock = createResendTimes(tabStorage());

/** Reduces a phone to its digits, as the calls expect it. */
export function plainPhone(text: string): string {
  return text.replace(/\D/g, '');
}
