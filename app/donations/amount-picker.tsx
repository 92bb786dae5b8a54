import { useLingui } from '@lingui/react/macro';
import { useId, useRef } from 'react';
import { amountMask, readAmount, typedAmount } from '#base/text/amount-text.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { HiddenLegend } from '#base/ui/fields/hidden-legend.tsx';
import { MaskedInput } from '#base/ui/fields/masked-field.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import classes from './amount-picker.module.css';

interface AmountPickerProps {
  /** As typed, grouped. */
  readonly amount: string;
  /** Main units. */
  readonly presets: readonly number[];
  readonly currency: string;
  readonly error: string | null;
  readonly onChange: (amount: string) => void;
}

// A spring that overshoots a little and settles.
const spring = { duration: 240, easing: 'cubic-bezier(0.2, 1.6, 0.4, 1)' };

/** The amount in large figures, typed or chosen from a preset. */
export function AmountPicker({ amount, presets, currency, error, onChange }: AmountPickerProps) {
  const nameOf = useNames();
  const { t } = useLingui();
  const amountText = useAmountText();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const main = readAmount(amount);

  function choose(preset: number) {
    onChange(typedAmount(preset));
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    box.current?.animate({ scale: [0.94, 1] }, spring);
  }

  return (
    <div className={classes.amount}>
      <label htmlFor={id} className="spoken">
        {t`Сумма`}
      </label>
      <div ref={box} className={classes.sum}>
        <MaskedInput
          id={id}
          name="amount"
          className={classes.sumInput}
          size={amount.length || 1}
          data-long={amount.length > 9 || undefined}
          value={amount}
          mask={amountMask}
          onType={onChange}
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
          aria-invalid={error !== null || undefined}
          aria-describedby={`${id}-error`}
        />
        <span className={classes.sumCurrency}>{nameOf(currency)}</span>
      </div>
      <p id={`${id}-error`} className={classes.fault} role="alert">
        <FailureText>{error}</FailureText>
      </p>
      <fieldset className={classes.presets}>
        <HiddenLegend>{t`Готовые суммы`}</HiddenLegend>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            className={classes.preset}
            aria-pressed={preset === main}
            onClick={() => choose(preset)}
          >
            {amountText(preset)}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
