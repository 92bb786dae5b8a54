import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { IkatAvatar } from '#app/images/ikat.tsx';
import { Picture } from '#app/images/picture.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import classes from './admin-ranking-screen.module.css';
import type { RankedCreator } from './ranked-creator.ts';

/** Avatar and name of a creator in the lists for staff. */
export function RankedFace({ creator }: { readonly creator: RankedCreator }) {
  return (
    <>
      <span className={classes.face}>
        {creator.avatar === null ? (
          <IkatAvatar userName={creator.userName} name={creator.displayName} size={40} />
        ) : (
          <Picture name={creator.avatar} alt="" width={40} height={40} sizes="40px" from={64} to={128} />
        )}
      </span>
      <Stack as="span" className={classes.names} shrinks>
        <Link to={`/admin/user/${creator.userId}`}>{creator.displayName}</Link>
        <small>@{creator.userName}</small>
        {creator.isBlocked && (
          <small className={classes.blocked}>
            <Trans>Заблокирован, никому не виден</Trans>
          </small>
        )}
      </Stack>
    </>
  );
}

interface RankedRowProps {
  readonly creator: RankedCreator;
  /** From 1. */
  readonly place: number;
  readonly count: number;
  readonly onPlace: (place: number) => void;
  readonly onRemove: () => void;
}

/** One place of the ranking; its number can be typed, which is faster than dragging over a long list. */
export function RankedRow({ creator, place, count, onPlace, onRemove }: RankedRowProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string | null>(null);
  const name = creator.displayName;
  const take = () => {
    const wanted = Number(typed);
    setTyped(null);
    if (typed !== null && Number.isInteger(wanted) && wanted >= 1 && wanted !== place) onPlace(Math.min(wanted, count));
  };
  return (
    <Row className={classes.ranked} gap={12} rowGap={4} align="center" shrinks>
      <input
        className={classes.place}
        inputMode="numeric"
        aria-label={t`Место: ${name}`}
        value={typed ?? String(place)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
          if (event.key === 'Escape') setTyped(null);
        }}
      />
      <RankedFace creator={creator} />
      <button type="button" className={classes.act} onClick={onRemove} aria-label={t`Убрать из порядка: ${name}`}>
        <Trans>Убрать</Trans>
      </button>
    </Row>
  );
}
