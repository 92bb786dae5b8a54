import { Trans } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { CodeInput, codeLength } from '#base/ui/fields/code-input.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useSecondsLeft } from '#base/ui/page/use-seconds-left.ts';
import classes from '../card-payment.module.css';
import own from './card-code-step.module.css';
import type { CodeWait, PaymentProblem } from './payment-machine.ts';
import { ProblemNotice } from './payment-notices.tsx';

interface CodeStepProps {
  readonly code: CodeWait;
  readonly isOver: boolean;
  readonly isSending: boolean;
  readonly problem: PaymentProblem | null;
  /** The card is only saved, and nothing is paid. */
  readonly isSaving: boolean;
  readonly canSendAgain: boolean;
  readonly onCode: (code: string) => Promise<unknown>;
  readonly onSendAgain: () => Promise<unknown>;
  readonly onOtherCard: () => void;
}

/** The field for the SMS code. A complete code is sent at once; after it expires, the payer can request a new one. */
export function CodeStep({ code, isOver, isSending, problem, isSaving, canSendAgain, ...on }: CodeStepProps) {
  const id = useId();
  const [digits, setDigits] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { expiresAt } = code;
  // Asterisks run together in this typeface.
  const phone = code.phoneMask?.replaceAll('*', '•');

  useEffect(() => {
    if (!isSending && !isOver) input.current?.focus();
  }, [isSending, isOver]);

  function type(typed: string) {
    setDigits(typed);
    if (typed.length !== codeLength || isSending) return;
    void on.onCode(typed).then(() => setDigits(''));
  }

  return (
    <div className={classes.form}>
      <div className={own.codeHead}>
        <label htmlFor={id} className={classes.heading}>
          <Trans>Код из SMS</Trans>
        </label>
        <p className={classes.quiet}>
          {phone ? <Trans>Банк отправил его на номер {phone}</Trans> : <Trans>Банк отправил его на ваш номер</Trans>}
        </p>
      </div>
      {problem !== null && <ProblemNotice problem={problem} />}
      {!isOver && (
        <div className={own.code}>
          <CodeInput
            ref={input}
            id={id}
            code={digits}
            onType={type}
            isSending={isSending}
            aria-describedby={`${id}-time`}
          />
        </div>
      )}
      <div id={`${id}-time`} className={own.time}>
        {isOver ? (
          <p className={classes.quiet} role="status">
            <Trans>Код больше не действует. Деньги не списаны.</Trans>
          </p>
        ) : (
          <TimeLeft expiresAt={expiresAt} isSending={isSending} />
        )}
      </div>
      {isOver && (
        <ActionButton onClick={() => void (canSendAgain ? on.onSendAgain() : on.onOtherCard())}>
          <Trans>Получить новый код</Trans>
        </ActionButton>
      )}
      {!isSending && (
        <button type="button" className={classes.back} onClick={on.onOtherCard}>
          {isSaving ? <Trans>Взять другую карту</Trans> : <Trans>Оплатить другой картой</Trans>}
        </button>
      )}
    </div>
  );
}

function TimeLeft({ expiresAt, isSending }: { expiresAt: number; isSending: boolean }) {
  const seconds = useSecondsLeft(expiresAt);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  if (isSending) {
    return (
      <p className={classes.quiet} role="status">
        <span className={classes.spinner} aria-hidden /> <Trans>Проверяем код…</Trans>
      </p>
    );
  }
  return (
    <p className={classes.quiet}>
      <Trans>
        Код действует ещё <span className={own.clock}>{clock}</span>
      </Trans>
    </p>
  );
}
