import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useSyncExternalStore } from 'react';
import { type PaymentSystemName, systemTitles } from './payment-systems.ts';
import { lastSystem } from './stored-payment.ts';
import classes from './system-choice.module.css';

interface SystemChoiceProps {
  /** What there is to choose from; absent: nothing. */
  readonly systems?: readonly PaymentSystemName[] | undefined;
  /** What would be there if it answered. */
  readonly down?: readonly PaymentSystemName[] | undefined;
  readonly onChange?: () => void;
}

/** The choice of a payment system, remembered by this browser, and which systems do not answer. */
export function SystemChoice({ systems = [], down = [], onChange }: SystemChoiceProps) {
  const { t } = useLingui();
  const group = useId();
  const last = useSyncExternalStore(lastSystem.subscribe, lastSystem.read, lastSystem.readEmpty);
  const chosen = systems.find((name) => name === last) ?? systems[0];
  const titles: Readonly<Record<PaymentSystemName, string>> = {
    ...systemTitles,
    gateway: t`Картой`,
    'payme-card': t`Картой через Payme`,
  };
  const downTitles: Readonly<Record<PaymentSystemName, string>> = {
    ...systemTitles,
    gateway: t`оплата картой`,
    'payme-card': t`оплата картой через Payme`,
  };
  return (
    <>
      {systems.length > 0 && (
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
      )}
      {down.length > 0 && (
        <p>
          <Trans>Сейчас недоступно: {down.map((name) => downTitles[name]).join(', ')}.</Trans>{' '}
          {systems.length === 0 && <Trans>Попробуйте через несколько минут: то, что вы ввели, останется.</Trans>}
        </p>
      )}
    </>
  );
}
