import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { Text } from '#base/ui/layout/parts.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import panel from '#base/ui/panel/panel.module.css';
import type { Region } from '../delivery.calls.ts';
import type { DeliveryWay } from '../delivery-rates.ts';
import { RateFields } from './rate-fields.tsx';
import type { RatesForm } from './use-rates-form.ts';

interface WayRatesProps {
  readonly form: RatesForm;
  readonly way: DeliveryWay;
  readonly title: ReactNode;
  readonly note: ReactNode;
  readonly regions: readonly Region[];
  readonly currency: string;
  /** What stands below the regions. */
  readonly children?: ReactNode;
}

/** All rates of one way of delivery: the default, the regions with their own, and a choice of another region. */
export function WayRates({ form, way, title, note, regions, currency, children }: WayRatesProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const [added, setAdded] = useState<number | null>(null);
  const rates = form.drafts
    .map((draft, at) => ({ ...draft, at }))
    .filter((one) => one.way === way && one.pickupPointId === null);
  const free = regions.filter(({ id }) => !rates.some(({ regionId }) => regionId === id));
  const regionOf = (id: number) => nameOf(regions.find((region) => region.id === id)?.name ?? '');
  const place = { way, pickupPointId: null, pickupPointName: null };
  return (
    <section className={panel.panel}>
      <h2>{title}</h2>
      <Text dim>{note}</Text>
      {rates.map(({ regionId, at }) => (
        <RateFields
          key={regionId ?? 'default'}
          form={form}
          at={at}
          name={regionId === null ? t`Везде` : regionOf(regionId)}
          currency={currency}
          isNew={regionId !== null && regionId === added}
        />
      ))}
      {free.length > 0 && (
        <SelectField
          label={<Trans>Своя цена для региона</Trans>}
          value=""
          onChange={({ currentTarget }) => {
            const regionId = Number(currentTarget.value);
            setAdded(regionId);
            form.add({ ...place, regionId });
          }}
        >
          <option value="">{t`Выберите регион`}</option>
          {free.map(({ id, name }) => (
            <option key={id} value={id}>
              {nameOf(name)}
            </option>
          ))}
        </SelectField>
      )}
      {children}
    </section>
  );
}
