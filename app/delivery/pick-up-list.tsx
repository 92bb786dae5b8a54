import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useRef, useState } from 'react';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import type { PickUpPoint } from './delivery.calls.ts';
import classes from './pick-up-chooser.module.css';
import { distanceText, kilometresBetween, type PickUpChoice, type Position } from './pick-up-order.ts';

interface PickUpListProps {
  /** Those that are found. */
  readonly points: readonly PickUpPoint[];
  readonly choice: PickUpChoice;
  /** Drops the search and the region. */
  readonly onAll: () => void;
  readonly value: number | null;
  readonly position: Position | null;
  readonly onChoose: (id: number) => void;
  /** The id of the element with the error text; null: no error. */
  readonly faultId: string | null;
  /** What a delivery to a point costs, and when it comes. */
  readonly terms: (point: PickUpPoint) => ReactNode;
}

const shownAtOnce = 5;

/** The points as radio buttons, a few at once. One that is chosen on the map and stands further down is the last of them. */
export function PickUpList({ points, choice, onAll, value, position, onChoose, faultId, terms }: PickUpListProps) {
  const { t } = useLingui();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [length, setLength] = useState(shownAtOnce);
  const shown = points.filter((point, at) => at < length || point.id === value);

  function showAll() {
    // Its button goes with the empty list.
    list.current?.focus();
    onAll();
  }

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
        tabIndex={-1}
        aria-label={t`Пункт выдачи`}
        aria-invalid={faultId !== null || undefined}
        aria-describedby={faultId ?? undefined}
      >
        {shown.map((point) => (
          <PickUpRow
            key={point.id}
            point={point}
            group={id}
            isChosen={point.id === value}
            position={position}
            onChoose={onChoose}
            terms={terms(point)}
          />
        ))}
        {/* A live region is there before its words. */}
        <p role="status" className={points.length === 0 ? classes.none : 'spoken'}>
          {points.length === 0 && <NoneWords choice={choice} />}
        </p>
        {points.length === 0 && isNarrowed(choice) && (
          <div className={classes.all}>
            <ActionButton look="quiet" onClick={showAll}>
              <Trans>Показать все пункты</Trans>
            </ActionButton>
          </div>
        )}
        {points.length > shown.length && (
          <ActionButton look="quiet" onClick={() => setLength(length + 4 * shownAtOnce)}>
            <Trans>Показать ещё</Trans>
          </ActionButton>
        )}
      </div>
    </div>
  );
}

const isNarrowed = ({ search, regionId }: PickUpChoice) => search.trim() !== '' || regionId !== null;

/** No point: nothing matches what was typed or chosen, or there is none at all. */
function NoneWords({ choice }: Pick<PickUpListProps, 'choice'>) {
  const search = choice.search.trim();
  if (search !== '') return <Trans>По запросу «{search}» пунктов не нашлось.</Trans>;
  if (isNarrowed(choice)) return <Trans>В этом регионе пунктов пока нет.</Trans>;
  return <Trans>Пунктов выдачи пока нет. Закажите доставку по адресу.</Trans>;
}

interface PickUpRowProps {
  readonly point: PickUpPoint;
  readonly group: string;
  readonly isChosen: boolean;
  readonly position: Position | null;
  readonly onChoose: (id: number) => void;
  readonly terms: ReactNode;
}

function PickUpRow({ point, group, isChosen, position, onChoose, terms }: PickUpRowProps) {
  const { i18n } = useLingui();
  return (
    <label className={classes.row}>
      <input type="radio" name={group} checked={isChosen} onChange={() => onChoose(point.id)} />
      <span className={classes.words}>
        <b>{point.name}</b>
        <span>{point.address}</span>
        {point.workingHours !== null && <small>{point.workingHours}</small>}
        {terms}
      </span>
      {position !== null && (
        <span className={classes.distance}>{distanceText(kilometresBetween(position, point), i18n.locale)}</span>
      )}
    </label>
  );
}
