import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useSyncExternalStore } from 'react';
import { type PaymentSystemName, systemTitles } from './payment-systems.ts';
import { lastSystem } from './stored-payment.ts';
import classes from './system-choice.module.css';

interface SystemChoiceProps {
  readonly systems: readonly PaymentSystemName[];
  readonly onChange?: () => void;
}

/** The choice of a payment system, remembered by this browser. */
export function SystemChoice({ systems, onChange }: SystemChoiceProps) {
  const { t } = useLingui();
  const group = useId();
  const last = useSyncExternalStore(lastSystem.subscribe, lastSystem.read, lastSystem.readEmpty);
  const chosen = systems.find((name) => name === last) ?? systems[0];
  const titles: Readonly<Record<PaymentSystemName, string>> = {
    ...systemTitles,
    gateway: t`Картой`,
    'payme-card': t`Картой через Payme`,
  };
  return (
    <fieldset className={classes.choice}>
      <legend>
        <Trans>Способ оплаты</Trans>
      </legend>
      {systems.map((name) => (
        <label key={name} className={classes.system}>
          <input
            type="radio"
            name={group}
            checked={name === chosen}
            onChange={() => {
              lastSystem.write(name);
              onChange?.();
            }}
          />
          {titles[name]}
        </label>
      ))}
    </fieldset>
  );
}
