import { z } from 'zod';

/** A day (UTC) or a moment, by which a list is narrowed to a period: one that every clock and column can tell. */
export const dayOrMoment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .refine((text) => /^(?:19|20|21)\d\d-/.test(text), { error: 'Укажите год от 1900 до 2199' });
