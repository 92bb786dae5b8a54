import { lazy, Suspense } from 'react';
import { bring } from '#base/pages/bring.ts';
import type { usePhoneConfirming } from './login-code.ts';

const CodeDialog = lazy(() => bring(() => import('./codes/code-dialog.tsx')));

/** The dialog that asks a guest for the code over a form that stays filled in; its module is loaded when it is needed. */
export function PhoneCodeDialog({ confirming }: { readonly confirming: ReturnType<typeof usePhoneConfirming> }) {
  const { phone, resend, enter, close } = confirming;
  if (phone === null) return null;
  return (
    <Suspense>
      <CodeDialog phone={phone} onResend={resend} onCode={enter} onClose={close} />
    </Suspense>
  );
}
