import { z } from 'zod';
import { locales } from '#base/text/locales.ts';

/** The language of a file: a table is written as spreadsheets in it read numbers and cells. */
export const fileLanguage = z.enum(locales).default('ru');
