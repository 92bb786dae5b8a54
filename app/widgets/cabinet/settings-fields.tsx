import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { amountMask, readAmount, typedAmount } from '#base/text/amount-text.ts';
import { decimalMask, readDecimal, readWhole, typedDecimal } from '#base/text/number-text.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Field } from '#base/ui/fields/field.tsx';
import { MaskedField } from '#base/ui/fields/masked-field.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { Unit } from '#base/ui/fields/unit.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import classes from './settings-fields.module.css';

interface RangeFieldProps {
  readonly label: ReactNode;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** The value as text: `8 с`, `70 %`. */
  readonly shown: string;
  readonly error?: string | undefined;
  readonly onChange: (value: number) => void;
}

/** A slider for a number within a range. */
export function RangeField({ label, value, min, max, step = 1, shown, error, onChange }: RangeFieldProps) {
  const id = useId();
  return (
    <Stack gap={6} shrinks>
      <Row as="label" className={classes.label} gap={12} justify="between" nowrap size={14} weight={500} htmlFor={id}>
        {label} <output>{shown}</output>
      </Row>
      <input
        id={id}
        type="range"
        className={classes.range}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={shown}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <span role="alert" className={classes.error}>
        <FailureText>{error}</FailureText>
      </span>
    </Stack>
  );
}

interface ChoiceFieldProps<Value extends string> {
  readonly label: ReactNode;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly error?: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** A choice of one option. */
export function ChoiceField<Value extends string>({ label, value, options, error, onChange }: ChoiceFieldProps<Value>) {
  return (
    <SelectField
      label={label}
      value={value}
      error={error}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SelectField>
  );
}

/** What a field holds: a sum, a whole number, or one with any decimals. */
const numbers = {
  sum: { read: readAmount, write: typedAmount, mask: amountMask },
  count: { read: readWhole, write: typedAmount, mask: amountMask },
  decimal: { read: readDecimal, write: typedDecimal, mask: decimalMask },
};

interface NumberFieldProps {
  readonly of: keyof typeof numbers;
  readonly label: ReactNode;
  readonly value: number;
  readonly hint?: ReactNode;
  readonly mark?: string;
  readonly error?: string | undefined;
  readonly onChange: (value: number) => void;
}

/** A number; sums and counts are grouped. Text that is not a number becomes NaN and stays in the field. */
export function NumberField({ of, label, value, hint, mark, error, onChange }: NumberFieldProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string | null>(null);
  const { read, write, mask } = numbers[of];
  const numberIn = (text: string) => read(text) ?? Number.NaN;
  const isCurrent = typed !== null && Object.is(numberIn(typed), value);
  const isUnreadable = isCurrent && typed.trim() !== '' && Number.isNaN(value);
  return (
    <MaskedField
      label={label}
      hint={hint}
      mark={mark === undefined ? undefined : <Unit>{mark}</Unit>}
      inputMode="decimal"
      mask={mask}
      error={(error && isUnreadable ? t`Нужно число` : error) ?? null}
      value={isCurrent ? typed : Number.isNaN(value) ? '' : write(value)}
      onBlur={() => isCurrent && !Number.isNaN(value) && setTyped(null)}
      onType={(text) => {
        setTyped(text);
        onChange(numberIn(text));
      }}
    />
  );
}

interface TemplateFieldProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly error?: string | undefined;
  /** The placeholders with their labels. */
  readonly words: readonly { readonly word: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** A template text whose placeholders are inserted by a tap. */
export function TemplateField({ label, value, error, words, onChange }: TemplateFieldProps) {
  return (
    <Stack gap={6} shrinks>
      <Field
        label={label}
        value={value}
        maxLength={120}
        error={error ?? null}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Row gap={8}>
        {words.map((one) => (
          <button
            key={one.word}
            type="button"
            className={classes.word}
            onClick={() => onChange(`${value}${value === '' || value.endsWith(' ') ? '' : ' '}${one.word}`)}
          >
            + {one.label}
          </button>
        ))}
      </Row>
    </Stack>
  );
}
