import { Trans, useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { useDayZone } from '#base/pages/day-zone.ts';
import { dateText } from '#base/text/dates.ts';
import { timeAgo } from './relative-time.ts';

const step = 30_000;

function everyHalfMinute(listener: () => void): () => void {
  const timer = setInterval(listener, step);
  return () => clearInterval(timer);
}

/** The time of a donation. The server renders the date, since its page is cached for many; the browser shows how long ago it was. */
export function DonationTime({ at, className }: { at: string; className?: string | undefined }) {
  const { i18n } = useLingui();
  const timeZone = useDayZone();
  const now = useSyncExternalStore(
    everyHalfMinute,
    () => Math.floor(Date.now() / step) * step,
    () => null,
  );
  const moment = new Date(at);
  const words =
    now === null
      ? dateText(moment, i18n.locale, { date: 'long', timeZone })
      : timeAgo(moment, new Date(now + step), i18n.locale, timeZone);
  return (
    <time dateTime={at} className={className}>
      {words ?? <Trans>только что</Trans>}
    </time>
  );
}
