import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { digitsMask, masked } from '#base/text/masked-text.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { CodeInput } from '#base/ui/fields/code-input.tsx';
import classes from './code-field.module.css';
import { waitForSmsCode } from './web-otp.ts';

interface CodeFieldProps {
  readonly code: string;
  /** The code was sent by Telegram. */
  readonly isTelegram: boolean;
  /** Digits only. */
  readonly onType: (code: string) => void;
  readonly isSending: boolean;
  readonly error: ReactNode;
}

/** The field for a code of ours. Reads the SMS itself where the browser allows it (WebOTP). */
export function CodeField({ code, isTelegram, onType, isSending, error }: CodeFieldProps) {
  const { t } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isRefused = error !== null;
  const type = useEffectEvent(onType);

  useEffect(() => {
    const waiting = new AbortController();
    void waitForSmsCode(waiting.signal).then((sent) => {
      if (sent !== null) type(masked(sent, digitsMask));
    });
    return () => waiting.abort();
  }, []);

  useEffect(() => {
    if (isSending) return;
    input.current?.focus();
    // A wrong code stays visible; the next digit starts a new one.
    if (isRefused) input.current?.select();
  }, [isSending, isRefused]);

  return (
    <div className={classes.field}>
      <CodeInput
        ref={input}
        code={code}
        onType={onType}
        isSending={isSending}
        isInvalid={isRefused}
        label={isTelegram ? t`Код из Telegram, 6 цифр` : undefined}
        aria-describedby={`${id}-error`}
      />
      <p id={`${id}-error`} role="alert" className={classes.error}>
        <FailureText>{error}</FailureText>
      </p>
    </div>
  );
}
