import { isoOrNull } from '#base/calls/moment-wire.ts';
import { minor } from '#base/money/money.ts';
import type { ShownHeadRow } from './post-store.server.ts';

/** What everybody sees of a post, as calls answer it. */
export const shownHead = ({
  id,
  title,
  teaser,
  audience,
  publishedAt,
  hasVideo,
  audioSeconds,
  mayRead,
  ...row
}: ShownHeadRow) => ({
  id,
  title,
  teaser,
  audience,
  level:
    row.levelId === null || row.levelName === null || row.levelAmount === null
      ? null
      : { id: row.levelId, name: row.levelName, amount: minor(row.levelAmount) },
  publishedAt: isoOrNull(publishedAt),
  pictures: row.pictureCount,
  hasVideo,
  audioSeconds,
  mayRead,
});
