import { useRef, useState } from 'react';
import { call } from '#app/call.ts';
import { useAction } from '#base/ui/page/use-action.ts';
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

/** How the user of a form came in: by a code to the phone that was typed, or in another tab, perhaps as somebody else. */
export type Entrance = 'byCode' | 'inOtherTab';

/** Logs a guest in by a code to the phone that was typed, without leaving the form. */
export function usePhoneConfirming(onEntered: (entrance: Entrance) => void) {
  /** The phone whose code is awaited. */
  const [phone, setPhone] = useState<string | null>(null);
  /** How often the dialog was closed: who closes it while a code is being checked goes no further. */
  const closings = useRef(0);
  const { isBusy, failure, submit } = useAction();
  return {
    phone,
    isSending: isBusy,
    failure,
    async ask(wanted: string): Promise<void> {
      await submit(async () => {
        // Another tab may have logged in meanwhile.
        if ((await session.load()).status === 'user') return onEntered('inOtherTab');
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
      onEntered('byCode');
    },
    close() {
      closings.current += 1;
      setPhone(null);
    },
  };
}
