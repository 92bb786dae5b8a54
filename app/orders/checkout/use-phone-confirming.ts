import { useRef, useState } from 'react';
import { askForCode, enterByCode, sendCode } from '#app/identity/login-code.ts';
import { session } from '#app/identity/session.ts';
import { useAction } from '#base/ui/page/use-action.ts';

/** Logs a guest in by a code to the phone of the order, without leaving the checkout. */
export function usePhoneConfirming(onEntered: () => void) {
  /** The phone whose code is awaited. */
  const [phone, setPhone] = useState<string | null>(null);
  /** How often the dialog was closed: who closes it while a code is being checked places no order. */
  const closings = useRef(0);
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
      const before = closings.current;
      await enterByCode({ phone, code, rememberMe: false });
      if (before !== closings.current) return;
      setPhone(null);
      onEntered();
    },
    close() {
      closings.current += 1;
      setPhone(null);
    },
  };
}
