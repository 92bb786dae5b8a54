import { browserStorage } from '#base/text/browser-storage.ts';
import { createResendTimes } from './resend-times.ts';

/** The times from which this tab may request the next code. */
export const resendClock = createResendTimes(browserStorage.session);

/** Reduces a phone to its digits, as the calls expect it. */
export function plainPhone(text: string): string {
  return text.replace(/\D/g, '');
}
