import { Trans, useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { Field, TextField, Toggle } from '#base/ui/field.tsx';
import { AmountPicker } from '../donations/amount-picker.public.tsx';
import { groupAmount } from '../donations/amount-text.ts';
import { donorName } from '../donations/donation-draft.ts';
import { nameMaxLength } from '../donations/donation-text.ts';
import classes from './checkout.module.css';
import type { GiftDraft } from './checkout-draft.ts';
import type { GiftSettings, Seller } from './order-gift.ts';

interface GiftSectionProps {
  readonly gift: GiftDraft;
  /** The creators whose things are in the basket. */
  readonly sellers: readonly Seller[];
  /** Whom the gift is for. */
  readonly chosen: Seller;
  readonly settings: GiftSettings;
  readonly currency: string;
  readonly faults: { readonly amount: string | null; readonly message: string | null };
  readonly onChange: (change: Partial<GiftDraft>) => void;
}

/** A gift to a creator of the basket, paid together with the order. */
export function GiftSection({ gift, sellers, chosen, settings, currency, faults, onChange }: GiftSectionProps) {
  const { t } = useLingui();
  const hasFault = faults.amount !== null || faults.message !== null;
  const first = settings.presets[0] ?? settings.minAmount;
  const { displayName } = chosen;
  return (
    <section className={classes.section} data-fault={hasFault || undefined} aria-labelledby="gift-title">
      <h2 id="gift-title" tabIndex={-1}>
        <Trans>Добавить донат</Trans>
      </h2>
      <Toggle
        checked={gift.isWanted}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ isWanted: checked, amount: gift.amount === '' ? groupAmount(String(first)) : gift.amount })
        }
      >
        {sellers.length === 1 ? (
          <Trans>Поддержать {displayName} вместе с заказом, одной оплатой</Trans>
        ) : (
          <Trans>Поддержать автора вместе с заказом, одной оплатой</Trans>
        )}
      </Toggle>
      {gift.isWanted && (
        <>
          {sellers.length > 1 && (
            <fieldset className={classes.ways} aria-label={t`Кого поддержать`}>
              {sellers.map(({ userId, displayName: name }) => (
                <label key={userId} className={classes.way}>
                  <input
                    type="radio"
                    name="giftFor"
                    value={userId}
                    checked={userId === chosen.userId}
                    onChange={() => onChange({ userId })}
                  />
                  {name}
                </label>
              ))}
            </fieldset>
          )}
          <AmountPicker
            amount={gift.amount}
            presets={settings.presets}
            currency={currency}
            error={faults.amount}
            onChange={(amount) => onChange({ amount })}
          />
          <TextField
            label={t`Сообщение автору`}
            name="giftMessage"
            value={gift.message}
            onChange={(event) => onChange({ message: event.currentTarget.value })}
            placeholder={t`Прозвучит на стриме`}
            error={faults.message}
          />
          <DonorField gift={gift} onChange={onChange} />
        </>
      )}
    </section>
  );
}

/** How the donor calls himself: the same as in every other gift of this browser. */
function DonorField({ gift, onChange }: Pick<GiftSectionProps, 'gift' | 'onChange'>) {
  const { t } = useLingui();
  const name = useSyncExternalStore(donorName.subscribe, donorName.read, donorName.readEmpty);
  return (
    <div className={classes.pair}>
      <Field
        label={t`Ваше имя`}
        name="donorName"
        value={gift.isAnonymous ? '' : name}
        onChange={(event) => donorName.write(event.currentTarget.value)}
        placeholder={gift.isAnonymous ? t`Аноним` : t`Как вас назвать`}
        autoComplete="nickname"
        maxLength={nameMaxLength}
        disabled={gift.isAnonymous}
      />
      <Toggle
        className={classes.anonymous ?? ''}
        checked={gift.isAnonymous}
        onChange={({ currentTarget: { checked } }) => onChange({ isAnonymous: checked })}
      >
        <Trans>Анонимно</Trans>
      </Toggle>
    </div>
  );
}
