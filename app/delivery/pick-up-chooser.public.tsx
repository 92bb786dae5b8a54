import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useId, useState } from 'react';
import { ErrorNotice } from '#base/ui/error-notice.tsx';
import { ActionButton } from '#base/ui/link-button.tsx';
import { Skeleton } from '#base/ui/skeleton.tsx';
import type { PickUpPoint } from './delivery.calls.ts';
import classes from './pick-up-chooser.module.css';
import { PickUpFilters } from './pick-up-filters.tsx';
import { PickUpList } from './pick-up-list.tsx';
import { orderPickUps } from './pick-up-order.ts';
import { type OpenPickUps, usePickUps } from './use-pick-ups.ts';
import { usePosition } from './use-position.ts';

// The map is many times the size of a page: it comes when it is opened.
const PointsMap = lazy(() => import('./points-map.tsx'));

interface PickUpChooserProps {
  /** The chosen point's id. */
  readonly value: number | null;
  readonly onChange: (point: PickUpPoint) => void;
  /** What is wrong with the choice, in words. */
  readonly error?: string | null;
}

/**
 * The open pickup points as a list to choose from (a group of radio buttons) and, when it is opened, a map in step with it. Where the
 * point that stood in `value` is closed by now, it says so and offers the others.
 */
export function PickUpChooser({ value, onChange, error = null }: PickUpChooserProps) {
  const [state, again] = usePickUps(value);
  if (state === 'failed') {
    return (
      <ErrorNotice onRetry={again}>
        <Trans>Не получилось загрузить пункты выдачи.</Trans>
      </ErrorNotice>
    );
  }
  if (state === 'loading') {
    return (
      <div className={classes.chooser} aria-busy>
        <Skeleton height={48} />
        <Skeleton height={76} />
        <Skeleton height={76} />
        <Skeleton height={76} />
      </div>
    );
  }
  return <Chooser {...state} value={value} onChange={onChange} error={error} />;
}

function Chooser({ points, closed, value, onChange, error }: OpenPickUps & Required<PickUpChooserProps>) {
  const { t } = useLingui();
  const [choice, setChoice] = useState<{ search: string; regionId: number | null }>({ search: '', regionId: null });
  const [known, togglePosition] = usePosition();
  const [isMapOpen, setMapOpen] = useState(false);
  const faultId = useId();
  const shown = orderPickUps(points, choice, known.position);

  function choose(id: number) {
    const point = points.find((one) => one.id === id);
    if (point !== undefined) onChange(point);
  }

  return (
    <div className={classes.chooser}>
      {closed !== null && closed.id === value && (
        <ErrorNotice>
          <Trans>Пункт «{closed.name}» закрылся. Выберите, пожалуйста, другой.</Trans>
        </ErrorNotice>
      )}
      <p id={faultId} role="alert" className={classes.error}>
        {error}
      </p>
      <PickUpFilters
        points={points}
        choice={choice}
        onChange={setChoice}
        known={known}
        onTogglePosition={togglePosition}
      />
      <ActionButton look="quiet" aria-expanded={isMapOpen} onClick={() => setMapOpen(!isMapOpen)}>
        {isMapOpen ? <Trans>Скрыть карту</Trans> : <Trans>Показать на карте</Trans>}
      </ActionButton>
      <div className={classes.views} data-map={isMapOpen || undefined}>
        {isMapOpen && (
          <div className={classes.map}>
            <Suspense fallback={<Skeleton height="100%" />}>
              <PointsMap
                points={shown}
                selected={value}
                position={known.position}
                onSelect={choose}
                label={t`Карта пунктов выдачи`}
              />
            </Suspense>
          </div>
        )}
        <PickUpList
          points={shown}
          value={value}
          position={known.position}
          onChoose={choose}
          faultId={error === null ? null : faultId}
        />
      </div>
    </div>
  );
}
