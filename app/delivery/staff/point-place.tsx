import { Trans, useLingui } from '@lingui/react/macro';
import { Field } from '#base/ui/fields/field.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { AddressField } from '../address-field.tsx';
import { LazyPointsMap } from '../map/lazy-points-map.tsx';
import frame from '../map/map-frame.module.css';
import classes from './admin-location-screen.module.css';
import { positionOf } from './point-draft.ts';
import type { PointForm } from './use-point-form.ts';

const noPoints: readonly never[] = [];
const ignore = () => undefined;

/** The place of a point: by address with suggestions, by a tap on the map, or in degrees. */
export function PointPlace({ form }: { readonly form: PointForm }) {
  const { t } = useLingui();
  const { draft, faults, change, changeAddress, put } = form;
  const picked = positionOf(draft);
  const place = picked?.latitude === undefined ? 'none' : `${picked.latitude} ${picked.longitude}`;
  return (
    <Stack gap={16} fit>
      <AddressField
        value={draft.address}
        onChange={changeAddress}
        error={faults.address}
        hint={<Trans>Так адрес увидят покупатели. Подсказка ставит и точку на карте</Trans>}
      />
      <div className={`${frame.frame} ${classes.map}`} data-place={place}>
        <LazyPointsMap
          points={noPoints}
          selected={null}
          picked={picked}
          onPick={put}
          onSelect={ignore}
          label={t`Место пункта на карте`}
        />
      </div>
      <Stack className={classes.degrees} gap={12}>
        <Field
          label={<Trans>Широта</Trans>}
          inputMode="decimal"
          value={draft.latitude}
          error={faults.latitude}
          onChange={({ currentTarget }) => change({ latitude: currentTarget.value })}
        />
        <Field
          label={<Trans>Долгота</Trans>}
          inputMode="decimal"
          value={draft.longitude}
          error={faults.longitude}
          onChange={({ currentTarget }) => change({ longitude: currentTarget.value })}
        />
      </Stack>
    </Stack>
  );
}
