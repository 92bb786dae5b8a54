import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, use, useId, useState } from 'react';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import type { PickUpPoint } from './delivery.calls.ts';
import { loadPickUps, type OpenPickUps } from './load-pick-ups.ts';
import { LazyPointsMap } from './map/lazy-points-map.tsx';
import frame from './map/map-frame.module.css';
import { usePosition } from './map/use-position.ts';
import { useRoomForMap } from './map/use-room-for-map.ts';
import classes from './pick-up-chooser.module.css';
import { PickUpFilters } from './pick-up-filters.tsx';
import { PickUpList } from './pick-up-list.tsx';
import { orderPickUps, type PickUpChoice } from './pick-up-order.ts';
import { PickUpsToCome } from './pick-ups-to-come.tsx';

interface PickUpChooserProps {
  /** The chosen point's id. */
  readonly value: number | null;
  readonly onChange: (point: PickUpPoint) => void;
  /** The error text of the choice. */
  readonly error?: string | null;
  /** What a delivery to a point costs, and when it comes. */
  readonly terms?: (point: PickUpPoint) => ReactNode;
}

/**
 * Chooses one of the open pickup points from a list of radio buttons or on a map that shows the same points. Where there is room, the
 * outline of the country is open at once; streets, which come from another host, are loaded only when asked for. If the point in `value`
 * has been closed, a notice says so.
 */
export function PickUpChooser({ error = null, terms = () => null, ...choice }: PickUpChooserProps) {
  const [loading, setLoading] = useState(() => loadPickUps(choice.value));
  return (
    <Suspense fallback={<PickUpsToCome />}>
      <Loaded
        {...choice}
        error={error}
        terms={terms}
        loading={loading}
        onRetry={() => setLoading(loadPickUps(choice.value))}
      />
    </Suspense>
  );
}

const everyPoint: PickUpChoice = { search: '', regionId: null };

interface LoadedProps extends Required<PickUpChooserProps> {
  readonly loading: Promise<OpenPickUps | null>;
  readonly onRetry: () => void;
}

function Loaded({ loading, onRetry, ...choice }: LoadedProps) {
  const open = use(loading);
  if (open !== null) return <Chooser {...open} {...choice} />;
  return (
    <ErrorNotice onRetry={onRetry}>
      <Trans>Не получилось загрузить пункты выдачи.</Trans>
    </ErrorNotice>
  );
}

function Chooser({ points, closed, value, onChange, error, terms }: OpenPickUps & Required<PickUpChooserProps>) {
  const { t } = useLingui();
  const [choice, setChoice] = useState(everyPoint);
  const [known, togglePosition] = usePosition();
  const hasRoom = useRoomForMap();
  const [isWanted, setWanted] = useState(false);
  const isMapOpen = isWanted || hasRoom;
  const faultId = useId();
  const nameOf = useNames();
  const shown = orderPickUps(points, { ...choice, nameOf }, known.position);

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
        <FailureText>{error}</FailureText>
      </p>
      <PickUpFilters
        points={points}
        choice={choice}
        onChange={setChoice}
        known={known}
        onTogglePosition={togglePosition}
      >
        <button
          type="button"
          className={classes.toggle}
          aria-pressed={hasRoom ? isWanted : undefined}
          aria-expanded={hasRoom ? undefined : isWanted}
          onClick={() => setWanted(!isWanted)}
        >
          <MapWords hasRoom={hasRoom} isWanted={isWanted} />
        </button>
      </PickUpFilters>
      <div className={classes.views} data-map={isMapOpen || undefined}>
        {isMapOpen && (
          <div className={`${frame.frame} ${classes.map}`}>
            <LazyPointsMap
              key={String(isWanted)}
              isOutline={!isWanted}
              points={shown}
              selected={value}
              position={known.position}
              onSelect={choose}
              label={t`Карта пунктов выдачи`}
            />
          </div>
        )}
        <PickUpList
          points={shown}
          choice={choice}
          onAll={() => setChoice(everyPoint)}
          value={value}
          position={known.position}
          onChoose={choose}
          faultId={error === null ? null : faultId}
          terms={terms}
        />
      </div>
    </div>
  );
}

function MapWords({ hasRoom, isWanted }: { readonly hasRoom: boolean; readonly isWanted: boolean }) {
  if (hasRoom) return <Trans>Подробная карта</Trans>;
  return isWanted ? <Trans>Скрыть карту</Trans> : <Trans>Показать на карте</Trans>;
}
