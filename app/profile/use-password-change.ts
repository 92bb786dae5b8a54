import { useRef, useState } from 'react';
import { codeExpired, weakPassword, wrongCode } from '#app/identity/identity-failures.ts';
import { session } from '#app/identity/session.ts';
import { sessionTokens } from '#app/identity/session-tokens.ts';
import { isCallFailure } from '#base/errors.ts';
import { call } from '../call.ts';

/** Where the change of a password stands. `code`: an SMS is on its way. */
type Step = 'start' | 'code' | 'done';

/** What went wrong, at the field that caused it or below them. */
export interface PasswordFault {
  readonly field: 'code' | 'password' | null;
  readonly message: string;
}

function faultOf(error: unknown): PasswordFault {
  if (!isCallFailure(error)) throw error;
  const { code, message, fields } = error;
  if (code === wrongCode.code || code === codeExpired.code) return { field: 'code', message };
  return { field: fields?.password || code === weakPassword.code ? 'password' : null, message };
}

/**
 * Changes the password by a code (contract, section 2). Every session ends with it; this browser logs in again by the new
 * password at once.
 */
export function usePasswordChange(phone: string) {
  const [step, setStep] = useState<Step>('start');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<PasswordFault | null>(null);
  /** The right that the code gave: it outlives a password that was too weak. */
  const actionId = useRef<string | null>(null);

  async function attempt(work: () => Promise<void>) {
    if (isBusy) return;
    setBusy(true);
    setFault(null);
    await work()
      .catch((error: unknown) => setFault(faultOf(error)))
      .finally(() => setBusy(false));
  }

  const sendCode = () =>
    attempt(async () => {
      await call('GET Sms/SendComfirmCode', { query: { phone } });
      actionId.current = null;
      setStep('code');
    });

  const change = (code: string, password: string) =>
    attempt(async () => {
      // Asked before the session ends with the old password.
      const rememberMe = sessionTokens.isRemembered();
      actionId.current ??= (await call('GET Identity/ConfirmCode', { query: { phone, code } })).actionId;
      await call('PUT Identity/ChangePassword', { query: { actionId: actionId.current, password } });
      actionId.current = null;
      await session.enter(await call('POST Identity/Token', { body: { phone, password, rememberMe } }), rememberMe);
      setStep('done');
    });

  return { step, isBusy, fault, sendCode, change };
}
