import { useLingui } from '@lingui/react/macro';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { HiddenLegend } from '#base/ui/fields/hidden-legend.tsx';
import { withKeptFocus } from '#base/ui/page/kept-focus.ts';
import classes from './quantity-field.module.css';

interface QuantityFieldProps {
  readonly value: number;
  /** At least 1. */
  readonly most: number;
  readonly onChange: (value: number) => void;
}

/** A quantity from 1 to `most`, typed or changed by buttons. */
export function QuantityField({ value, most, onChange }: QuantityFieldProps) {
  const { t } = useLingui();
  // During typing the value may be empty or too large.
  const [typed, setTyped] = useState<string | null>(null);
  const change = (next: number) => {
    setTyped(null);
    // What is no quantity changes nothing.
    if (Number.isInteger(next)) onChange(Math.min(most, Math.max(1, next)));
  };
  return (
    <fieldset className={classes.field}>
      <HiddenLegend>{t`Количество`}</HiddenLegend>
      <button
        {...withKeptFocus({ disabled: value <= 1, onClick: () => change(value - 1) })}
        type="button"
        aria-label={t`Меньше`}
      >
        <IconMinus size={18} stroke={2} aria-hidden />
      </button>
      <input
        inputMode="numeric"
        autoComplete="off"
        aria-label={t`Количество`}
        value={typed ?? String(value)}
        onChange={({ currentTarget }) => {
          const number = Number(currentTarget.value);
          setTyped(currentTarget.value);
          if (Number.isInteger(number) && number >= 1 && number <= most) onChange(number);
        }}
        onBlur={({ currentTarget }) => change(Number(currentTarget.value))}
      />
      <button
        {...withKeptFocus({ disabled: value >= most, onClick: () => change(value + 1) })}
        type="button"
        aria-label={t`Больше`}
      >
        <IconPlus size={18} stroke={2} aria-hidden />
      </button>
    </fieldset>
  );
}
