import { useRef, useState } from 'react';
import { call } from '#app/call.ts';
import type { RevokedTools } from '#app/identity/connected-tools.tsx';
import { codeExpired, weakPassword, wrongCode } from '#app/identity/identity-failures.ts';
import { passwordLengthFault } from '#app/identity/password-rules.ts';
import { session } from '#app/identity/session.ts';
import { sessionTokens } from '#app/identity/session-tokens.ts';
import { failures } from '#base/calls/errors.ts';
import { required } from '#base/text/form-rules.ts';
import { useAction } from '#base/ui/page/use-action.ts';

/** The step of a password change. `code`: a code was sent; `tools`: it is right, and there are connected tools to ask about. */
type Step = 'start' | 'code' | 'tools' | 'done';

/** Validates the input before anything is sent. */
function check(typed: string, password: string): void {
  const code = required(typed);
  const weak = required(password) ?? passwordLengthFault(password);
  if (code !== null) throw failures.validationFailed({ fields: { code } });
  if (weak !== null) throw failures.validationFailed({ fields: { password: weak } });
}

/** Changes the password by a code (docs/rules.md#codes). Every session ends; this browser logs in again with the new password at once. */
export function usePasswordChange(phone: string) {
  const [step, setStep] = useState<Step>('start');
  const [isTelegram, setTelegram] = useState(false);
  const { isBusy, failure, fields, act } = useAction();
  /** The right obtained by the code; it stays valid after a password that was too weak. */
  const actionId = useRef<string | null>(null);
  const [revoked, setRevoked] = useState<RevokedTools | null>(null);

  const sendCode = () =>
    act(async () => {
      const { message } = await call('GET Sms/SendComfirmCode', { query: { phone } });
      setTelegram(message?.channel === 'telegram');
      actionId.current = null;
      setStep('code');
    });

  /** `keepTools`: the answer to the question about connected tools, once it was asked. */
  const change = (code: string, password: string, keepTools: boolean) =>
    act(async () => {
      check(code, password);
      // Read before the session ends with the old password.
      const rememberMe = sessionTokens.isRemembered();
      if (actionId.current === null) {
        const right = await call('GET Identity/ConfirmCode', { query: { phone, code } });
        actionId.current = right.actionId;
        if (right.hasTools) return setStep('tools');
      }
      const query = { actionId: actionId.current, password, keepTools };
      const changed = await call('PUT Identity/ChangePassword', { query });
      actionId.current = null;
      setRevoked(changed.revoked ?? null);
      await session.enter(await call('POST Identity/Token', { body: { phone, password, rememberMe } }), rememberMe);
      setStep('done');
    });

  const isOfCode = wrongCode.is(failure) || codeExpired.is(failure);
  return {
    step,
    isTelegram,
    isBusy,
    failure,
    revoked,
    sendCode,
    change,
    /** The failure at each field. */
    at: {
      code: fields.code ?? (isOfCode ? failure.message : undefined),
      password: fields.password ?? (weakPassword.is(failure) ? failure.message : undefined),
    },
  };
}
