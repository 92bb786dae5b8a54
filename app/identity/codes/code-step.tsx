import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { type CallFailure, failures } from '#base/calls/errors.ts';
import { codeLength } from '#base/ui/fields/code-input.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { codeExpired, wrongCode } from '../identity-failures.ts';
import classes from '../screens/auth-card.module.css';
import { AuthCard, AuthForm, FaultNotice, SubmitButton } from '../screens/auth-card.tsx';
import { CodeField } from './code-field.tsx';
import { resendClock } from './resend-clock.ts';
import { ResendTimer } from './resend-timer.tsx';
import type { CodeKind } from './resend-times.ts';

interface CodeStepProps {
  readonly title: ReactNode;
  readonly kind: CodeKind;
  /** As formatted in the field. */
  readonly phone: string;
  /** Requests another code; resolves with the seconds until the next request. */
  readonly onResend: () => Promise<{ readonly resendIn: number }>;
  /** Submits the code. */
  readonly onCode: (code: string) => Promise<void>;
  /** Returns to the phone step. */
  readonly onBack: () => void;
}

function useCodeFault() {
  const { t } = useLingui();
  return (failure: CallFailure | null): string | null => {
    if (!wrongCode.is(failure) && !codeExpired.is(failure)) return null;
    const left = failure.details?.attemptsLeft;
    return typeof left === 'number' && left > 0
      ? `${failure.message}. ${t`Осталось попыток: ${left}`}`
      : failure.message;
  };
}

/** Asks for the code from the SMS and submits it as soon as it is complete. */
export function CodeStep({ title, kind, phone, onResend, onCode, onBack }: CodeStepProps) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const [ownFault, setOwnFault] = useState<string | null>(null);
  const [until, setUntil] = useState(() => resendClock.until(kind, phone));
  const [isSentAgain, setSentAgain] = useState(false);
  const { isBusy, failure, until: retryAt, act, forget } = useAction();
  const codeFault = useCodeFault()(failure);

  function wait(seconds: number) {
    resendClock.wait(kind, phone, seconds);
    setUntil(resendClock.until(kind, phone));
  }

  function tryCode(whole: string) {
    setSentAgain(false);
    void act(async () => {
      try {
        await onCode(whole);
      } catch (error) {
        if (codeExpired.is(error)) resendClock.spend(kind, phone);
        throw error;
      }
      resendClock.spend(kind, phone);
    });
  }

  function type(typed: string) {
    setCode(typed);
    setOwnFault(null);
    forget();
    if (typed.length === codeLength && typed !== code && !isBusy) tryCode(typed);
  }

  function press() {
    // Sends nothing without a phone or a complete code (docs/rules.md#codes).
    if (phone === '' || code.length < codeLength) setOwnFault(t`Введите все 6 цифр из SMS`);
    else if (!isBusy) tryCode(code);
  }

  async function resend() {
    const done = await act(async () => {
      try {
        const { resendIn } = await onResend();
        wait(resendIn);
      } catch (error) {
        if (failures.tooManyRequests.is(error) && error.retryAfter !== undefined) wait(error.retryAfter);
        throw error;
      }
    });
    if (!done) return;
    setCode('');
    setSentAgain(true);
  }

  return (
    <AuthCard
      title={title}
      lead={
        <Trans>
          Код отправлен на <b>{phone}</b>. Он действует 5 минут.
        </Trans>
      }
    >
      <AuthForm onSubmit={press}>
        <CodeField code={code} onType={type} isSending={isBusy} error={ownFault ?? codeFault} />
        <FaultNotice message={codeFault === null ? failure?.message : null} />
        <p role="status" hidden={!isSentAgain} className={classes.sentAgain}>
          {isSentAgain && <Trans>Новый код отправлен, прежний больше не подойдёт</Trans>}
        </p>
        <SubmitButton isBusy={isBusy} until={codeFault === null ? retryAt : 0}>
          <Trans>Подтвердить</Trans>
        </SubmitButton>
        <div className={classes.row}>
          <ResendTimer until={until} onResend={() => void resend()} />
          <button type="button" className={classes.plain} onClick={onBack}>
            <Trans>Другой номер</Trans>
          </button>
        </div>
      </AuthForm>
    </AuthCard>
  );
}
