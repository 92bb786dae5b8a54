import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import classes from './chips.module.css';

interface ChipSetProps {
  readonly legend: ReactNode;
  /** Something in it is chosen or says why it could not be: it is never folded then. */
  readonly isHeld: boolean;
  readonly isInvalid?: boolean;
  readonly children: ReactNode;
}

/** Chips with their question. On a phone it is one line until it is opened, which works before its code has come, too. */
export function ChipSet({ legend, isHeld, isInvalid = false, children }: ChipSetProps) {
  const { t } = useLingui();
  // What is seen stays when the choice is taken back.
  const [wasHeld, setWasHeld] = useState(isHeld);
  if (isHeld && !wasHeld) setWasHeld(true);
  return (
    <fieldset className={classes.set} aria-invalid={isInvalid || undefined}>
      <legend>{legend}</legend>
      {!isHeld && (
        <label className={classes.fold}>
          <input type="checkbox" defaultChecked={wasHeld} aria-label={t`Показать варианты`} />
        </label>
      )}
      {children}
    </fieldset>
  );
}
