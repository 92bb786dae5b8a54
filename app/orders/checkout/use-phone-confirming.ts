import { useState } from 'react';
import { askForCode, enterByCode, sendCode } from '#app/identity/login-code.ts';
import { session } from '#app/identity/session.ts';
import { useAction } from '#base/ui/page/use-action.ts';

/** Logs a guest in by a code to the phone of the order, without leaving the checkout. */
export function usePhoneConfirming(onEntered: () => void) {
  /** The phone whose code is awaited. */
  const [phone, setPhone] = useState<string | null>(null);
  const { isBusy, failure, submit } = useAction();
  return {
    phone,
    isSending: isBusy,
    failure,
    async ask(wanted: string): Promise<void> {
      await submit(async () => {
        // Another tab may have logged in meanwhile.
        if ((await session.load()).status === 'user') return onEntered();
        await sendCode(wanted);
        setPhone(wanted);
      });
    },
    resend: () => askForCode(phone ?? ''),
    async enter(code: string): Promise<void> {
      if (phone === null) return;
      await enterByCode({ phone, code, rememberMe: false });
      setPhone(null);
      onEntered();
    },
    close: () => setPhone(null),
  };
}
