import { Trans, useLingui } from '@lingui/react/macro';
import { IconCurrentLocation, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import search from '#base/ui/fields/search-box.module.css';
import { withKeptFocus } from '#base/ui/page/kept-focus.ts';
import { useNames } from '#base/ui/page/use-names.ts';
import type { PickUpPoint } from './delivery.calls.ts';
import type { PositionProblem } from './map/use-position.ts';
import classes from './pick-up-chooser.module.css';
import type { PickUpChoice } from './pick-up-order.ts';

interface PickUpFiltersProps {
  readonly points: readonly PickUpPoint[];
  readonly choice: PickUpChoice;
  readonly onChange: (choice: PickUpChoice) => void;
  readonly known: {
    readonly position: object | null;
    readonly problem: PositionProblem | null;
    readonly isAsking: boolean;
  };
  readonly onTogglePosition: () => void;
  /** What stands beside the region. */
  readonly children: ReactNode;
}

/** The search, the region and the order of the list of points. */
export function PickUpFilters({ points, choice, onChange, known, onTogglePosition, children }: PickUpFiltersProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const regions = [...new Map(points.map(({ regionId, regionName }) => [regionId, regionName]))];
  return (
    <div className={classes.filters}>
      <div className={`${search.box} ${classes.search}`}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <input
          type="search"
          value={choice.search}
          maxLength={100}
          autoComplete="off"
          placeholder={t`Улица или город`}
          aria-label={t`Найти пункт выдачи`}
          onChange={({ currentTarget: { value: search } }) => onChange({ ...choice, search })}
          // Enter must not submit the order's form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      <button
        {...withKeptFocus({ disabled: known.isAsking, onClick: onTogglePosition })}
        type="button"
        className={classes.near}
        aria-pressed={known.position !== null}
      >
        <IconCurrentLocation size={18} stroke={1.75} aria-hidden />
        <span>{known.isAsking ? <Trans>Узнаём, где вы…</Trans> : <Trans>Сначала ближайшие</Trans>}</span>
      </button>
      <select
        className={classes.region}
        aria-label={t`Регион`}
        value={choice.regionId ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...choice, regionId: value === '' ? null : Number(value) })
        }
      >
        <option value="">{t`Все регионы`}</option>
        {regions.map(([id, name]) => (
          <option key={id} value={id}>
            {nameOf(name)}
          </option>
        ))}
      </select>
      {children}
      <p role="status" className={classes.problem}>
        {known.problem === 'refused' && (
          <Trans>
            Доступ к местоположению закрыт. Разрешите его в настройках браузера или найдите пункт по адресу.
          </Trans>
        )}
        {known.problem === 'unknown' && (
          <Trans>Не получилось узнать, где вы. Найдите пункт по адресу или региону.</Trans>
        )}
      </p>
    </div>
  );
}
