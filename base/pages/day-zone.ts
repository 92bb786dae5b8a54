import { use } from 'react';
import { DocumentContext } from './document-context.ts';

/** Name of the `<meta>` with the time zone of days. */
export const dayZoneMeta = 'day-zone';

/** The time zone of days, for loaders in the browser: the country's, whatever the visitor's clock says. */
export const dayZone = (): string =>
  document.querySelector(`meta[name="${dayZoneMeta}"]`)?.getAttribute('content') ?? 'UTC';

/** The time zone of days: the country's, whatever the visitor's clock says. */
export function useDayZone(): string {
  const given = use(DocumentContext);
  return given?.timeZone ?? dayZone();
}
