import { Trans, useLingui } from '@lingui/react/macro';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { HiddenLegend } from '#base/ui/fields/hidden-legend.tsx';
import { withKeptFocus } from '#base/ui/page/kept-focus.ts';
import classes from './quantity-stepper.module.css';

interface QuantityStepperProps {
  /** The accessible name. */
  readonly name: string;
  readonly value: number;
  /** The largest quantity. */
  readonly most: number;
  /** Why it is the largest, as a sentence. */
  readonly bound: ReactNode;
  readonly onChange: (value: number) => void;
}

/** A quantity field with buttons for one less and one more. What cannot be taken as typed is changed with a word. */
export function QuantityStepper({ name, value, most, bound, onChange }: QuantityStepperProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string | null>(null);
  const [changed, setChanged] = useState<'bound' | 'unreadable' | null>(null);

  function choose(next: number) {
    setChanged(null);
    onChange(next);
  }

  function commit() {
    if (typed === null) return;
    setTyped(null);
    const wanted = Number(typed.replace(/\s/g, ''));
    if (!Number.isSafeInteger(wanted) || wanted < 1) {
      setChanged('unreadable');
      return;
    }
    const taken = Math.min(wanted, most);
    setChanged(taken < wanted ? 'bound' : null);
    if (taken !== value) onChange(taken);
  }

  return (
    <div className={classes.place}>
      <fieldset className={classes.stepper}>
        <HiddenLegend>{t`Количество: ${name}`}</HiddenLegend>
        <button
          {...withKeptFocus({ disabled: value <= 1, onClick: () => choose(value - 1) })}
          type="button"
          aria-label={t`Меньше`}
        >
          <IconMinus size={18} stroke={2} aria-hidden />
        </button>
        <input
          value={typed ?? String(value)}
          inputMode="numeric"
          autoComplete="off"
          aria-label={t`Сколько штук`}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChanged(null);
          }}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
          }}
        />
        <button
          {...withKeptFocus({ disabled: value >= most, onClick: () => choose(value + 1) })}
          type="button"
          aria-label={t`Больше`}
        >
          <IconPlus size={18} stroke={2} aria-hidden />
        </button>
      </fieldset>
      <FaultLine>
        {changed === 'bound' && (
          <>
            {bound} <Trans>Поставили {value}.</Trans>
          </>
        )}
        {changed === 'unreadable' && <Trans>Количество — целое число от 1. Оставили {value}.</Trans>}
      </FaultLine>
    </div>
  );
}
