import { useRef, useState } from 'react';
import { call } from '#app/call.ts';
import { codeExpired, weakPassword, wrongCode } from '#app/identity/identity-failures.ts';
import { passwordLengthFault } from '#app/identity/password-rules.ts';
import { session } from '#app/identity/session.ts';
import { sessionTokens } from '#app/identity/session-tokens.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import { formMessages } from '#base/text/form-rules.ts';

/** The step of a password change. `code`: an SMS was sent. */
type Step = 'start' | 'code' | 'done';

/** A failure, at the field that caused it or below the form. */
export interface PasswordFault {
  readonly field: 'code' | 'password' | null;
  readonly message: string;
}

function faultOf(error: unknown): PasswordFault {
  if (!isCallFailure(error)) throw error;
  const { code, message, fields } = error;
  if (fields?.code || code === wrongCode.code || code === codeExpired.code)
    return { field: 'code', message: fields?.code ?? message };
  if (fields?.password || code === weakPassword.code)
    return { field: 'password', message: fields?.password ?? message };
  return { field: null, message };
}

/** Validates the input before anything is sent. */
function ownFaultOf(code: string, password: string): PasswordFault | null {
  if (code === '') return { field: 'code', message: formMessages.required };
  const message = password === '' ? formMessages.required : passwordLengthFault(password);
  return message === null ? null : { field: 'password', message };
}

/** Changes the password by a code (docs/rules.md#codes). Every session ends; this browser logs in again with the new password at once. */
export function usePasswordChange(phone: string) {
  const [step, setStep] = useState<Step>('start');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<PasswordFault | null>(null);
  /** The right obtained by the code; it stays valid after a password that was too weak. */
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

  const change = (code: string, password: string) => {
    const wrong = ownFaultOf(code, password);
    if (wrong !== null) {
      setFault(wrong);
      return Promise.resolve();
    }
    return attempt(async () => {
      // Read before the session ends with the old password.
      const rememberMe = sessionTokens.isRemembered();
      actionId.current ??= (await call('GET Identity/ConfirmCode', { query: { phone, code } })).actionId;
      await call('PUT Identity/ChangePassword', { query: { actionId: actionId.current, password } });
      actionId.current = null;
      await session.enter(await call('POST Identity/Token', { body: { phone, password, rememberMe } }), rememberMe);
      setStep('done');
    });
  };

  return { step, isBusy, fault, sendCode, change };
}
