import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Field, TextField, Toggle } from '#base/ui/field.tsx';
import classes from './admin-location-screen.module.css';
import type { Region } from './delivery.calls.ts';
import type { PointForm } from './use-point-form.ts';

interface PointFieldsProps {
  readonly form: PointForm;
  readonly regions: readonly Region[];
}

/** What a point is called, where it belongs, when it is open. */
export function PointFields({ form, regions }: PointFieldsProps) {
  const { t } = useLingui();
  const { draft, faults, change } = form;
  return (
    <div className={classes.fields}>
      <Field
        label={<Trans>Название</Trans>}
        value={draft.name}
        maxLength={120}
        error={faults.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <RegionSelect
        regions={regions}
        value={draft.regionId}
        error={faults.regionId}
        onChange={(regionId) => change({ regionId })}
      />
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
    </div>
  );
}

interface RegionSelectProps {
  readonly regions: readonly Region[];
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (regionId: string) => void;
}

function RegionSelect({ regions, value, error, onChange }: RegionSelectProps) {
  const { t } = useLingui();
  const id = useId();
  return (
    <div className={classes.region}>
      <label htmlFor={id}>
        <Trans>Регион</Trans>
      </label>
      <select
        id={id}
        value={value}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">{t`Выберите регион`}</option>
        {regions.map((region) => (
          <option key={region.id} value={region.id}>
            {region.name}
          </option>
        ))}
      </select>
      <span id={`${id}-error`} role="alert">
        {error}
      </span>
    </div>
  );
}
