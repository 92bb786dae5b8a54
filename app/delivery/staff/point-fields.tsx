import { Trans, useLingui } from '@lingui/react/macro';
import { Field, TextField, Toggle } from '#base/ui/fields/field.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import type { Region } from '../delivery.calls.ts';
import type { PointForm } from './use-point-form.ts';

interface PointFieldsProps {
  readonly form: PointForm;
  readonly regions: readonly Region[];
}

/** The fields for a point's name, region, contacts, hours and state. */
export function PointFields({ form, regions }: PointFieldsProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const { draft, faults, change } = form;
  return (
    <Stack gap={16} fit>
      <Field
        label={<Trans>Название</Trans>}
        value={draft.name}
        maxLength={120}
        error={faults.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <SelectField
        label={<Trans>Регион</Trans>}
        value={draft.regionId}
        error={faults.regionId}
        onChange={({ currentTarget }) => change({ regionId: currentTarget.value })}
      >
        <option value="">{t`Выберите регион`}</option>
        {regions.map(({ id, name }) => (
          <option key={id} value={id}>
            {nameOf(name)}
          </option>
        ))}
      </SelectField>
      <Field
        label={<Trans>Телефон</Trans>}
        type="tel"
        inputMode="tel"
        value={draft.phone}
        maxLength={40}
        error={faults.phone}
        hint={<Trans>Для вопросов покупателей; можно не указывать</Trans>}
        onChange={({ currentTarget }) => change({ phone: currentTarget.value })}
      />
      <Field
        label={<Trans>Часы работы</Trans>}
        value={draft.workingHours}
        maxLength={200}
        placeholder={t`Пн–Сб 9:00–19:00`}
        error={faults.workingHours}
        onChange={({ currentTarget }) => change({ workingHours: currentTarget.value })}
      />
      <TextField
        label={<Trans>Как найти</Trans>}
        value={draft.comment}
        maxLength={500}
        error={faults.comment}
        hint={<Trans>Вход, этаж, ориентир: это увидят покупатели</Trans>}
        onChange={({ currentTarget }) => change({ comment: currentTarget.value })}
      />
      <Toggle checked={draft.isActive} onChange={({ currentTarget }) => change({ isActive: currentTarget.checked })}>
        <Trans>Открыт для новых заказов</Trans>
      </Toggle>
    </Stack>
  );
}
