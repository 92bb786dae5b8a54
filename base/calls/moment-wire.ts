import { z } from 'zod';

/** A day (UTC) or a moment that limits a list to a period, within the range that all clocks and columns support. */
export const dayOrMoment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .refine((text) => /^(?:19|20|21)\d\d-/.test(text), { error: 'Укажите год от 1900 до 2199' });
