import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useAction } from '#base/ui/page/use-action.ts';
import { AuthCard, AuthForm, FaultNotice, SubmitButton } from '../auth-card.tsx';
import { sendCode } from '../login-code.ts';
import { PhoneField, usePhoneFaultText } from '../phone-field.tsx';
import { phoneFault } from '../phone-mask.ts';
import { useTypedPhone } from './tab-memory.ts';

interface PhoneStepProps {
  readonly title: ReactNode;
  readonly lead: ReactNode;
  readonly mask: string;
  /** Why the user is back at this step. */
  readonly notice?: string | null;
  /** Shown above the button. */
  readonly children?: ReactNode;
  readonly after: ReactNode;
  /** A code was sent to this phone, formatted as in the field. */
  readonly onSent: (phone: string) => void;
}

/** Asks for a phone and sends it a code. If a code was sent recently, goes on to the next screen without sending another one. */
export function PhoneStep({ title, lead, mask, notice = null, children, after, onSent }: PhoneStepProps) {
  const [phone, typePhone] = useTypedPhone();
  const phoneFaultText = usePhoneFaultText(mask);
  const [isChecked, setChecked] = useState(false);
  const { isBusy, failure, fields, until, submit, forget } = useAction();
  const shape = isChecked ? phoneFault(phone, mask) : null;
  const error = shape ? phoneFaultText(shape) : (fields.phone ?? null);

  async function send() {
    setChecked(true);
    if (phoneFault(phone, mask) !== null) return;
    await submit(async () => {
      await sendCode(phone);
      onSent(phone);
    });
  }

  return (
    <AuthCard title={title} lead={lead} after={after}>
      <AuthForm onSend={send}>
        <FaultNotice message={notice} />
        <PhoneField
          mask={mask}
          text={phone}
          onType={(text) => {
            forget();
            typePhone(text);
          }}
          error={error}
          autoComplete="tel"
        />
        {children}
        <FaultNotice message={error === null ? failure?.message : null} />
        <SubmitButton isBusy={isBusy} until={until}>
          <Trans>Получить код</Trans>
        </SubmitButton>
      </AuthForm>
    </AuthCard>
  );
}
