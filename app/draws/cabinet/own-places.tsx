import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { OwnPlace, ShownDraw } from '../draw-shapes.ts';
import { OwnPlaceRow } from './own-place-row.tsx';
import classes from './own-places.module.css';

interface OwnPlacesProps {
  readonly draw: ShownDraw;
  readonly places: readonly OwnPlace[];
}

/** Everybody who has won a draw of the creator, by places. */
export function OwnPlaces({ draw: { entryCount }, places }: OwnPlacesProps) {
  const { t } = useLingui();
  const [nextPlace, setNextPlace] = useState<number | null>(null);
  if (entryCount === 0) {
    return (
      <p>
        <Trans>Никто не участвовал, победителей нет</Trans>
      </p>
    );
  }
  return (
    <ol className={classes.places} aria-label={t`Победители`}>
      {places.map((place) => (
        <OwnPlaceRow
          key={place.place}
          place={place}
          isNext={place.place === nextPlace}
          onPassed={() => setNextPlace(places.length + 1)}
        />
      ))}
    </ol>
  );
}
