import { expect, it } from 'vitest';
import { unitText } from './unit-text.ts';

it('units are in the language of the reader', () => {
  const shown = (locale: string) => [unitText(7, 'hour', locale, 0), unitText(1.24, 'kilometer', locale, 1)];
  expect(shown('ru')).toEqual(['7 ч', '1,2 км']);
  expect(shown('uz')).toEqual(['7 soat', '1,2 km']);
  expect(shown('en')).toEqual(['7 hr', '1.2 km']);
});
