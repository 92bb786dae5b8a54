import { Trans, useLingui } from '@lingui/react/macro';
import { IconBuildingStore, IconTruckDelivery } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AddressField } from '#app/delivery/address-field.tsx';
import type { PickUpPoint } from '#app/delivery/delivery.calls.ts';
import { PickUpChoice } from '#app/delivery/pick-up-choice.tsx';
import { HiddenLegend } from '#base/ui/fields/hidden-legend.tsx';
import classes from './checkout.module.css';
import type { CheckoutDraft } from './checkout-draft.ts';

interface DeliverySectionProps {
  readonly draft: CheckoutDraft;
  readonly pickUpId: number | null;
  /** The pickup points are loaded again when it changes. */
  readonly looks: number;
  readonly faults: { readonly pickUp: string | null; readonly address: string | null };
  readonly onChange: (change: Partial<CheckoutDraft>) => void;
  /** The price and the days of the chosen delivery. */
  readonly terms: ReactNode;
  /** The same of a delivery to a pickup point. */
  readonly termsOf: (point: PickUpPoint) => ReactNode;
  readonly onPickUp: (point: PickUpPoint) => void;
}

/** The choice of delivery: a pickup point or an address, never both. */
export function DeliverySection(props: DeliverySectionProps) {
  const { draft, pickUpId, looks, faults, terms, termsOf, onChange, onPickUp } = props;
  const { t } = useLingui();
  const ways = [
    { way: 'pickUp', label: t`Пункт выдачи`, Icon: IconBuildingStore },
    { way: 'address', label: t`По адресу`, Icon: IconTruckDelivery },
  ] as const;
  const hasFault = faults.pickUp !== null || faults.address !== null;
  return (
    <section className={classes.section} data-fault={hasFault || undefined} aria-labelledby="delivery-title">
      <h2 id="delivery-title" tabIndex={-1}>
        <Trans>Доставка</Trans>
      </h2>
      <fieldset className={classes.ways}>
        <HiddenLegend>
          <Trans>Доставка</Trans>
        </HiddenLegend>
        {ways.map(({ way, label, Icon }) => (
          <label key={way} className={classes.way}>
            <input type="radio" name="way" value={way} checked={draft.way === way} onChange={() => onChange({ way })} />
            <Icon size={20} stroke={1.75} aria-hidden />
            {label}
          </label>
        ))}
      </fieldset>
      {draft.way === 'pickUp' ? (
        <PickUpChoice looks={looks} value={pickUpId} onChange={onPickUp} error={faults.pickUp} terms={termsOf} />
      ) : (
        <AddressField
          value={draft.address}
          onChange={(address) => onChange({ address })}
          label={<Trans>Адрес доставки</Trans>}
          hint={<Trans>Город, улица, дом, квартира: курьер прочитает это слово в слово</Trans>}
          error={faults.address ?? undefined}
        />
      )}
      {terms}
    </section>
  );
}
