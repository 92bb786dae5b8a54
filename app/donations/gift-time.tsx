import { Trans, useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { dateText, timeAgo } from './relative-time.ts';

const step = 30_000;

function everyHalfMinute(listener: () => void): () => void {
  const timer = setInterval(listener, step);
  return () => clearInterval(timer);
}

/** When a gift was made. The server, whose page is kept and shown to many, says the date; the browser says how long ago. */
export function GiftTime({ at, className }: { at: string; className?: string | undefined }) {
  const { i18n } = useLingui();
  const now = useSyncExternalStore(
    everyHalfMinute,
    () => Math.floor(Date.now() / step) * step,
    () => null,
  );
  const moment = new Date(at);
  const words = now === null ? dateText(moment, i18n.locale) : timeAgo(moment, new Date(now + step), i18n.locale);
  return (
    <time dateTime={at} className={className}>
      {words ?? <Trans>только что</Trans>}
    </time>
  );
}
