import { useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';
import { digitsMask } from '#base/text/masked-text.ts';
import { unrecorded, unrecordedKeys } from '../theme/unrecorded.ts';
import classes from './code-input.module.css';
import { MaskedInput } from './masked-field.tsx';

const places = [0, 1, 2, 3, 4, 5];

/** Digits of a code (docs/rules.md#codes). */
export const codeLength = places.length;

interface CodeInputProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly id?: string;
  readonly code: string;
  /** Digits only; more than six are shown with their fault. */
  readonly onType: (code: string) => void;
  readonly isSending: boolean;
  readonly isInvalid?: boolean;
  /** Default: that of an SMS. */
  readonly label?: string | undefined;
  readonly 'aria-describedby': string;
}

/** The field for a code: six cells over one plain input, which keyboards, screen readers and code autofill support. */
export function CodeInput({ code, isSending, isInvalid = false, label, ...input }: CodeInputProps) {
  const { t } = useLingui();
  const isLong = code.length > codeLength;
  const current = isInvalid ? 0 : Math.min(code.length, codeLength - 1);
  return (
    <div
      className={`${classes.box} ${unrecorded}`}
      data-sending={isSending || undefined}
      data-invalid={isInvalid || isLong || undefined}
    >
      <MaskedInput
        {...input}
        name="code"
        className={`${classes.input} ${unrecordedKeys}`}
        value={code}
        mask={digitsMask}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        readOnly={isSending}
        aria-label={label ?? t`Код из SMS, 6 цифр`}
        aria-invalid={isInvalid || isLong || undefined}
      />
      <span className={classes.cells} aria-hidden>
        {places.map((place) => (
          <span key={place} data-current={place === current || undefined}>
            {place === codeLength - 1 ? code.slice(place) : (code[place] ?? '')}
          </span>
        ))}
      </span>
      <span className={classes.fault} role="alert">
        {isLong && t`Лишние цифры: в коде их 6`}
      </span>
    </div>
  );
}
