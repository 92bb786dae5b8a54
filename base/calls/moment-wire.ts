import { z } from 'zod';
import { isTimeZone } from '#base/text/time-zones.ts';

/** A day of the country or a moment that limits a list to a period, within the range that all clocks and columns support. */
export const dayOrMoment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .refine((text) => /^(?:19|20|21)\d\d-/.test(text), { error: 'Укажите год от 1900 до 2199' });

/** A day that somebody sends. PostgreSQL has no year 0, and no clock goes beyond 9999. */
export const sentDay = z.iso
  .date()
  .refine((text) => /^(?:19|20|21)/.test(text), { error: 'Укажите год от 1900 до 2199' });

/** A time zone by its IANA name, as browsers report it. */
export const timeZone = z.string().max(60).refine(isTimeZone, { error: 'Неизвестный часовой пояс' });

/** The time zone of a browser, which nobody types: one that this server does not know counts as none. */
export const reportedZone = z
  .string()
  .max(60)
  .nullish()
  .transform((name) => (name && isTimeZone(name) ? name : null));

/** A stored moment as answers name it; null: none. */
export const isoOrNull = (moment: Date | null): string | null => moment?.toISOString() ?? null;
