import { useLingui } from '@lingui/react/macro';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './quantity-stepper.module.css';

interface QuantityStepperProps {
  /** What is counted, for those who hear the page. */
  readonly name: string;
  readonly value: number;
  /** No more than so many can be had. */
  readonly most: number;
  readonly onChange: (value: number) => void;
}

/** A quantity with a step down and a step up; it can be typed, too. */
export function QuantityStepper({ name, value, most, onChange }: QuantityStepperProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string | null>(null);

  function commit() {
    const wanted = Number.parseInt(typed ?? '', 10);
    setTyped(null);
    if (Number.isSafeInteger(wanted) && wanted >= 1 && wanted !== value) onChange(Math.min(wanted, most));
  }

  return (
    <fieldset className={classes.stepper} aria-label={t`Количество: ${name}`}>
      <button type="button" aria-label={t`Меньше`} disabled={value <= 1} onClick={() => onChange(value - 1)}>
        <IconMinus size={18} stroke={2} aria-hidden />
      </button>
      <input
        value={typed ?? String(value)}
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        aria-label={t`Сколько штук`}
        onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
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
