import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import type { PickUpPoint } from './delivery.calls.ts';
import classes from './pick-up-chooser.module.css';
import { distanceText, kilometresBetween, type Position } from './pick-up-order.ts';

interface PickUpListProps {
  readonly points: readonly PickUpPoint[];
  readonly value: number | null;
  readonly position: Position | null;
  readonly onChoose: (id: number) => void;
  /** The id of the element with the error text; null: no error. */
  readonly faultId: string | null;
}

const shownAtFirst = 30;

/** The points as radio buttons; a point chosen on the map is scrolled into view. */
export function PickUpList({ points, value, position, onChoose, faultId }: PickUpListProps) {
  const { t } = useLingui();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState(0);
  const chosenAt = points.findIndex((point) => point.id === value);
  const length = Math.max(shownAtFirst + more, chosenAt + 1);

  useEffect(() => {
    const frame = list.current;
    const row = value === null ? null : frame?.querySelector<HTMLElement>(`[data-point="${value}"]`);
    if (!frame || !row || frame.scrollHeight <= frame.clientHeight) return;
    const above = row.offsetTop - frame.scrollTop;
    // Scrolls the list only, never the page under the person's finger.
    if (above < 0 || above + row.offsetHeight > frame.clientHeight) frame.scrollTo({ top: row.offsetTop - 12 });
  }, [value]);

  return (
    <div className={classes.results}>
      <p role="status" className={classes.count}>
        <Plural
          value={points.length}
          one="# пункт выдачи"
          few="# пункта выдачи"
          many="# пунктов выдачи"
          other="# пункта выдачи"
        />
      </p>
      <div
        ref={list}
        className={classes.list}
        role="radiogroup"
        aria-label={t`Пункт выдачи`}
        aria-invalid={faultId !== null || undefined}
        aria-describedby={faultId ?? undefined}
      >
        {points.slice(0, length).map((point) => (
          <PickUpRow
            key={point.id}
            point={point}
            group={id}
            isChosen={point.id === value}
            position={position}
            onChoose={onChoose}
          />
        ))}
        {points.length === 0 && (
          <p className={classes.none}>
            <Trans>Здесь пунктов пока нет. Попробуйте другой регион или закажите доставку по адресу.</Trans>
          </p>
        )}
        {points.length > length && (
          <ActionButton look="quiet" onClick={() => setMore(more + shownAtFirst)}>
            <Trans>Показать ещё</Trans>
          </ActionButton>
        )}
      </div>
    </div>
  );
}

interface PickUpRowProps {
  readonly point: PickUpPoint;
  readonly group: string;
  readonly isChosen: boolean;
  readonly position: Position | null;
  readonly onChoose: (id: number) => void;
}

function PickUpRow({ point, group, isChosen, position, onChoose }: PickUpRowProps) {
  const { i18n } = useLingui();
  return (
    <label className={classes.row} data-point={point.id}>
      <input type="radio" name={group} checked={isChosen} onChange={() => onChoose(point.id)} />
      <span className={classes.words}>
        <b>{point.name}</b>
        <span>{point.address}</span>
        {point.workingHours !== null && <small>{point.workingHours}</small>}
      </span>
      {position !== null && (
        <span className={classes.distance}>{distanceText(kilometresBetween(position, point), i18n.locale)}</span>
      )}
    </label>
  );
}
