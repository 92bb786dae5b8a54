import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { amountMask } from '#base/text/amount-text.ts';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { MaskedField } from '#base/ui/fields/masked-field.tsx';
import { takeFocus } from '#base/ui/fields/take-focus.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import classes from './admin-delivery-screen.module.css';
import { isDefault, pathOf, type RateField } from './rates-draft.ts';
import type { RatesForm } from './use-rates-form.ts';

interface RateFieldsProps {
  readonly form: RatesForm;
  /** The place of the rate in the form. */
  readonly at: number;
  readonly name: string;
  /** What stands behind the name. */
  readonly more?: ReactNode;
  readonly currency: string;
  /** The price has the focus as soon as the fields are there. */
  readonly isNew?: boolean;
}

/** The price and the days of one rate. */
export function RateFields({ form, at, name, more, currency: label, isNew = false }: RateFieldsProps) {
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
  const path = pathOf(drafts, at);
  const fault = errors[`${path}.pickupPointId`] ?? errors[`${path}.regionId`];
  return (
    <fieldset className={classes.rate} aria-invalid={fault !== undefined || undefined}>
      <legend>
        {name}
        {more}
      </legend>
      <FaultLine>{fault}</FaultLine>
      <Stack className={classes.fields} gap={12} align="start">
        {fields.map((field) => (
          <MaskedField
            key={field}
            ref={isNew && field === 'price' ? takeFocus : undefined}
            label={labels[field]}
            inputMode="decimal"
            mask={amountMask}
            value={draft[field]}
            error={errors[`${path}.${field}`]}
            onType={(text) => set(at, field, text)}
          />
        ))}
        {!isDefault(draft) && (
          <ActionButton
            className={classes.remove}
            look="quiet"
            aria-label={t`Убрать: ${name}`}
            onClick={() => remove(at)}
          >
            <Trans>Убрать</Trans>
          </ActionButton>
        )}
      </Stack>
    </fieldset>
  );
}
