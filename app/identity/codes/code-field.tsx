import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { digitsUpTo } from '#base/text/masked-text.ts';
import { MaskedInput } from '#base/ui/fields/masked-field.tsx';
import { unrecorded, unrecordedKeys } from '#base/ui/theme/unrecorded.ts';
import classes from './code-field.module.css';
import { waitForSmsCode } from './web-otp.ts';

/** Digits of a code (docs/rules.md#codes). */
export const codeLength = 6;

/** The format of a code. */
const formatCode = digitsUpTo(codeLength);

interface CodeFieldProps {
  readonly code: string;
  /** Digits only, at most six. */
  readonly onType: (code: string) => void;
  readonly isSending: boolean;
  readonly error: string | null;
}

const places = Array.from({ length: codeLength }, (_, place) => place);

/**
 * Draws six cells over one plain input, which keyboards, screen readers and code autofill support. Reads the SMS itself where the browser
 * allows it (WebOTP).
 */
export function CodeField({ code, onType, isSending, error }: CodeFieldProps) {
  const { t } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const type = useEffectEvent(onType);

  useEffect(() => {
    const waiting = new AbortController();
    void waitForSmsCode(waiting.signal).then((sent) => {
      if (sent !== null) type(formatCode(sent, ''));
    });
    return () => waiting.abort();
  }, []);

  useEffect(() => {
    if (isSending) return;
    input.current?.focus();
    // A wrong code stays visible; the next digit starts a new one.
    if (error !== null) input.current?.select();
  }, [isSending, error]);

  return (
    <div className={classes.field}>
      <div
        className={`${classes.box} ${unrecorded}`}
        data-sending={isSending || undefined}
        data-invalid={error !== null || undefined}
      >
        <MaskedInput
          ref={input}
          name="code"
          className={`${classes.input} ${unrecordedKeys}`}
          value={code}
          format={formatCode}
          onType={onType}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          maxLength={24}
          readOnly={isSending}
          aria-label={t`Код из SMS, 6 цифр`}
          aria-invalid={error !== null || undefined}
          aria-describedby={`${id}-error`}
        />
        <span className={classes.cells} aria-hidden>
          {places.map((place) => (
            <span
              key={place}
              data-current={place === (error === null ? Math.min(code.length, codeLength - 1) : 0) || undefined}
            >
              {code[place] ?? ''}
            </span>
          ))}
        </span>
      </div>
      <p id={`${id}-error`} role="alert" className={classes.error}>
        {error}
      </p>
    </div>
  );
}
