import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Field } from '#base/ui/fields/field.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import panel from '#base/ui/panel/panel.module.css';
import type { Region } from '../delivery.calls.ts';
import type { DeliveryWay } from '../delivery-rates.ts';
import classes from './admin-delivery-screen.module.css';
import type { RateField } from './rates-draft.ts';
import type { RatesForm } from './use-rates-form.ts';

interface RateFieldsProps {
  readonly form: RatesForm;
  /** The place of the rate in the form. */
  readonly at: number;
  readonly name: string;
  readonly currency: string;
}

/** The price and the days of one rate. */
function RateFields({ form, at, name, currency: label }: RateFieldsProps) {
  const { t } = useLingui();
  const currency = useNames()(label);
  const { drafts, errors, set, remove } = form;
  const draft = drafts[at];
  if (draft === undefined) return null;
  const labels: Readonly<Record<RateField, string>> = {
    price: t`Цена, ${currency}`,
    freeFrom: t`Бесплатно от, ${currency}`,
    daysFrom: t`Дней, от`,
    daysTo: t`Дней, до`,
  };
  const fields = ['price', 'freeFrom', 'daysFrom', 'daysTo'] as const;
  return (
    <fieldset className={classes.rate}>
      <legend>{name}</legend>
      <Stack className={classes.fields} gap={12} align="start">
        {fields.map((field) => (
          <Field
            key={field}
            label={labels[field]}
            inputMode="decimal"
            value={draft[field]}
            maxLength={16}
            error={errors[`items.${at}.${field}`]}
            onChange={({ currentTarget }) => set(at, field, currentTarget.value)}
          />
        ))}
      </Stack>
      {draft.regionId !== null && (
        <ActionButton look="quiet" aria-label={t`Убрать: ${name}`} onClick={() => remove(at)}>
          <Trans>Убрать</Trans>
        </ActionButton>
      )}
    </fieldset>
  );
}

interface WayRatesProps {
  readonly form: RatesForm;
  readonly way: DeliveryWay;
  readonly title: ReactNode;
  readonly note: ReactNode;
  readonly regions: readonly Region[];
  readonly currency: string;
}

/** All rates of one way of delivery: the default, the regions with their own, and a choice of another region. */
export function WayRates({ form, way, title, note, regions, currency }: WayRatesProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const rates = form.drafts.map((draft, at) => ({ ...draft, at })).filter((one) => one.way === way);
  const free = regions.filter(({ id }) => !rates.some(({ regionId }) => regionId === id));
  const regionOf = (id: number) => nameOf(regions.find((region) => region.id === id)?.name ?? '');
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
        />
      ))}
      {free.length > 0 && (
        <SelectField
          label={<Trans>Своя цена для региона</Trans>}
          value=""
          onChange={({ currentTarget }) => form.add(way, Number(currentTarget.value))}
        >
          <option value="">{t`Выберите регион`}</option>
          {free.map(({ id, name }) => (
            <option key={id} value={id}>
              {nameOf(name)}
            </option>
          ))}
        </SelectField>
      )}
    </section>
  );
}
