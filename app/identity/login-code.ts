import { lazy } from 'react';
import { call } from '#app/call.ts';
import { plainPhone, resendClock } from './codes/resend-clock.ts';
import type { SentCode } from './codes/resend-times.ts';
import { session } from './session.ts';

/** Requests another code. `phone`: as formatted in the field. Throws `CallFailure`. */
export function askForCode(phone: string): Promise<SentCode> {
  return call('GET Sms/SendComfirmCode', { query: { phone: plainPhone(phone) } });
}

/** Sends a code, unless the last one is recent and unused. Throws `CallFailure`. */
export async function sendCode(phone: string): Promise<void> {
  if (resendClock.isAwaited('phone', phone)) return;
  resendClock.note('phone', phone, await askForCode(phone));
}

interface CodeLogin {
  /** As formatted in the field. */
  readonly phone: string;
  readonly code: string;
  readonly rememberMe: boolean;
  /** From Register: its password takes effect. */
  readonly actionId?: string | null;
}

/** Logs in by a code; an unknown phone gets an account. Throws `CallFailure`. */
export async function enterByCode({ phone, code, rememberMe, actionId = null }: CodeLogin): Promise<void> {
  const query = { phone: plainPhone(phone), comfirmCode: code, rememberMe, ...(actionId !== null && { actionId }) };
  await session.enter(await call('GET Sms/CheckComfirmCode', { query }), rememberMe);
}

/** The dialog that asks for the code over a form that stays filled in; its module is loaded when it is needed. */
export const CodeDialog = lazy(() => import('./codes/code-dialog.tsx'));
