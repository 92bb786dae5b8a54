import { useLingui } from '@lingui/react/macro';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { HiddenLegend } from '#base/ui/fields/hidden-legend.tsx';
import classes from './quantity-stepper.module.css';

interface QuantityStepperProps {
  /** The accessible name. */
  readonly name: string;
  readonly value: number;
  /** The largest quantity. */
  readonly most: number;
  readonly onChange: (value: number) => void;
}

/** A quantity field with buttons for one less and one more. */
export function QuantityStepper({ name, value, most, onChange }: QuantityStepperProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string | null>(null);

  function commit() {
    const wanted = Number(typed);
    setTyped(null);
    if (Number.isSafeInteger(wanted) && wanted >= 1 && wanted !== value) onChange(Math.min(wanted, most));
  }

  return (
    <fieldset className={classes.stepper}>
      <HiddenLegend>{t`Количество: ${name}`}</HiddenLegend>
      <button type="button" aria-label={t`Меньше`} disabled={value <= 1} onClick={() => onChange(value - 1)}>
        <IconMinus size={18} stroke={2} aria-hidden />
      </button>
      <input
        value={typed ?? String(value)}
        inputMode="numeric"
        autoComplete="off"
        aria-label={t`Сколько штук`}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
      <button type="button" aria-label={t`Больше`} disabled={value >= most} onClick={() => onChange(value + 1)}>
        <IconPlus size={18} stroke={2} aria-hidden />
      </button>
    </fieldset>
  );
}
