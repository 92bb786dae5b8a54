import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Tag, Tags } from '#base/ui/states/tag.tsx';
import classes from './drawn-places.module.css';

interface DrawnPlace {
  readonly place: number;
  readonly name: string | null;
  readonly passedAt: string | null;
}

interface DrawnPlacesProps<Place extends DrawnPlace> {
  readonly places: readonly Place[];
  /** Of whoever looks. */
  readonly isOwn: (place: Place) => boolean;
  /** Said of those that were passed on, which stay. */
  readonly passed: ReactNode;
  readonly children?: (place: Place) => ReactNode;
}

/** Who was drawn, by places. */
export function DrawnPlaces<Place extends DrawnPlace>({ places, isOwn, passed, children }: DrawnPlacesProps<Place>) {
  return (
    <ol className={classes.places}>
      {places.map((one) => (
        <li key={one.place} data-passed={one.passedAt !== null || undefined}>
          <Tags>
            <b className={classes.name}>
              {one.place}. <bdi>{one.name ?? <Trans>Аноним</Trans>}</bdi>
            </b>
            {isOwn(one) && (
              <Tag>
                <Trans>Это вы</Trans>
              </Tag>
            )}
            {children?.(one)}
            {one.passedAt !== null && <Tag look="over">{passed}</Tag>}
          </Tags>
        </li>
      ))}
    </ol>
  );
}
