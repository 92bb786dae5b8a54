import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { type CallFailure, failures } from '#base/calls/errors.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { codeLength } from '#base/ui/fields/code-input.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import classes from '../auth-card.module.css';
import { AuthCard, AuthForm, FaultNotice, SubmitButton } from '../auth-card.tsx';
import { codeExpired, wrongCode } from '../identity-failures.ts';
import { CodeDelivery } from './code-delivery.tsx';
import { CodeField } from './code-field.tsx';
import { resendClock } from './resend-clock.ts';
import { ResendTimer } from './resend-timer.tsx';
import type { CodeKind, SentCode } from './resend-times.ts';

interface CodeStepProps {
  /** Default: the way the code was sent. */
  readonly title?: ReactNode;
  readonly heading?: 'h1' | 'h2';
  readonly kind: CodeKind;
  /** As formatted in the field. */
  readonly phone: string;
  /** Requests another code. */
  readonly onResend: () => Promise<SentCode>;
  /** Submits the code. */
  readonly onCode: (code: string) => Promise<void>;
  /** Returns to the phone step. */
  readonly onBack: () => void;
}

function useCodeFault() {
  const { t } = useLingui();
  return (failure: CallFailure | null): ReactNode => {
    if (!wrongCode.is(failure) && !codeExpired.is(failure)) return null;
    const left = failure.details?.attemptsLeft;
    if (typeof left !== 'number' || left <= 0) return failure.message;
    return (
      <>
        <FailureText>{failure.message}</FailureText>. {t`Осталось попыток: ${left}`}
      </>
    );
  };
}

/** Asks for the code from the message and submits it as soon as it is complete. */
export function CodeStep({ title, heading = 'h1', kind, phone, onResend, onCode, onBack }: CodeStepProps) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const [ownFault, setOwnFault] = useState<string | null>(null);
  const [until, setUntil] = useState(() => resendClock.until(kind, phone));
  const [message, setMessage] = useState(() => resendClock.messageOf(kind, phone));
  const [isSentAgain, setSentAgain] = useState(false);
  const { isBusy, failure, until: retryAt, act, forget } = useAction();
  const codeFault = useCodeFault()(failure);

  function readClock() {
    setUntil(resendClock.until(kind, phone));
    setMessage(resendClock.messageOf(kind, phone));
  }

  async function tryCode(whole: string) {
    setSentAgain(false);
    await act(async () => {
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
    if (typed.length === codeLength && typed !== code && !isBusy) void tryCode(typed);
  }

  async function press() {
    // Sends nothing without a phone or a complete code (docs/rules.md#codes).
    if (phone === '' || code.length !== codeLength) setOwnFault(t`Введите все 6 цифр кода`);
    else if (!isBusy) await tryCode(code);
  }

  async function resend() {
    const done = await act(async () => {
      try {
        resendClock.note(kind, phone, await onResend());
      } catch (error) {
        if (failures.tooManyRequests.is(error) && error.retryAfter !== undefined) {
          resendClock.wait(kind, phone, error.retryAfter);
        }
        throw error;
      } finally {
        readClock();
      }
    });
    if (!done) return;
    setCode('');
    setSentAgain(true);
  }

  const isTelegram = message?.channel === 'telegram';
  return (
    <AuthCard
      heading={heading}
      title={title ?? (isTelegram ? <Trans>Код из Telegram</Trans> : <Trans>Код из SMS</Trans>)}
      lead={
        isTelegram ? (
          <Trans>
            Код отправлен в Telegram на <b>{phone}</b>. Он действует 5 минут.
          </Trans>
        ) : (
          <Trans>
            Код отправлен на <b>{phone}</b>. Он действует 5 минут.
          </Trans>
        )
      }
    >
      <AuthForm onSend={press}>
        <CodeField code={code} isTelegram={isTelegram} onType={type} isSending={isBusy} error={ownFault ?? codeFault} />
        {message !== null && <CodeDelivery key={message.id} message={message} />}
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
