import { Trans, useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { AmountPicker } from '#app/donations/amount-picker.tsx';
import { donorName } from '#app/donations/donation-draft.ts';
import { nameMaxLength } from '#app/donations/donation-rules.ts';
import { typedAmount } from '#base/text/amount-text.ts';
import { Field, TextField, Toggle } from '#base/ui/fields/field.tsx';
import { HiddenLegend } from '#base/ui/fields/hidden-legend.tsx';
import classes from './checkout.module.css';
import type { DonationDraft } from './checkout-draft.ts';
import type { DonationSettings, Seller } from './order-donation.ts';

interface DonationSectionProps {
  readonly donation: DonationDraft;
  /** The creators of the items in the basket. */
  readonly sellers: readonly Seller[];
  /** The creator who gets the donation. */
  readonly chosen: Seller;
  readonly settings: DonationSettings;
  readonly currency: string;
  readonly faults: Readonly<Record<'amount' | 'name' | 'message', string | null>>;
  readonly onChange: (change: Partial<DonationDraft>) => void;
}

/** A donation to a creator of the basket, paid together with the order. */
export function DonationSection({
  donation,
  sellers,
  chosen,
  settings,
  currency,
  faults,
  onChange,
}: DonationSectionProps) {
  const { t } = useLingui();
  const hasFault = Object.values(faults).some((fault) => fault !== null);
  const first = settings.presets[0] ?? settings.minAmount;
  const { displayName } = chosen;
  return (
    <section className={classes.section} data-fault={hasFault || undefined} aria-labelledby="donation-title">
      <h2 id="donation-title" tabIndex={-1}>
        <Trans>Донат автору</Trans>
      </h2>
      <Toggle
        checked={donation.isWanted}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ isWanted: checked, amount: donation.amount === '' ? typedAmount(first) : donation.amount })
        }
      >
        {sellers.length === 1 ? (
          <Trans>Добавить донат автору: {displayName}</Trans>
        ) : (
          <Trans>Добавить донат автору</Trans>
        )}
      </Toggle>
      {donation.isWanted && (
        <>
          {sellers.length > 1 && (
            <fieldset className={classes.ways}>
              <HiddenLegend>{t`Кого поддержать`}</HiddenLegend>
              {sellers.map(({ userId, displayName: name }) => (
                <label key={userId} className={classes.way}>
                  <input
                    type="radio"
                    name="donationFor"
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
            amount={donation.amount}
            presets={settings.presets}
            currency={currency}
            error={faults.amount}
            onChange={(amount) => onChange({ amount })}
          />
          <TextField
            label={t`Сообщение автору`}
            name="donationMessage"
            value={donation.message}
            onChange={(event) => onChange({ message: event.currentTarget.value })}
            placeholder={t`Прозвучит на стриме`}
            error={faults.message}
          />
          <DonorField donation={donation} onChange={onChange} error={faults.name} />
        </>
      )}
    </section>
  );
}

/** The donor's name, shared by all donations of this browser. */
function DonorField({
  donation,
  onChange,
  error,
}: Pick<DonationSectionProps, 'donation' | 'onChange'> & { readonly error: string | null }) {
  const { t } = useLingui();
  const name = useSyncExternalStore(donorName.subscribe, donorName.read, donorName.readEmpty);
  return (
    <div className={classes.pair}>
      <Field
        label={t`Ваше имя`}
        name="donorName"
        value={donation.isAnonymous ? '' : name}
        onChange={(event) => donorName.write(event.currentTarget.value)}
        placeholder={donation.isAnonymous ? t`Аноним` : t`Как вас назвать`}
        autoComplete="nickname"
        maxLength={nameMaxLength}
        disabled={donation.isAnonymous}
        error={error}
      />
      <Toggle
        className={classes.anonymous ?? ''}
        checked={donation.isAnonymous}
        onChange={({ currentTarget: { checked } }) => onChange({ isAnonymous: checked })}
      >
        <Trans>Анонимно</Trans>
      </Toggle>
    </div>
  );
}
