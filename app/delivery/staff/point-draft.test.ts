import { expect, test } from 'vitest';
import { countryOf } from '#app/country.ts';
import { bodyOf, degreesText, draftOf, faultsOf, positionOf, regionOf } from './point-draft.ts';

const { regions } = countryOf('uz');

test('the region of an address is found in every form of the suggestions', () => {
  const idOf = (address: string) => regionOf(address, regions)?.id ?? null;
  expect(idOf('Узбекистан, Ташкент, улица Навои, 15')).toBe(1);
  expect(idOf('Узбекистан, Ташкентская область, Чирчик')).toBe(2);
  expect(idOf('Республика Каракалпакстан, Нукус')).toBe(14);
  expect(idOf('Где-то на Ташкентском море')).toBeNull();
});

test('degrees can be typed with a comma; an invalid place is an error of its field', () => {
  const draft = { ...draftOf(null), name: 'Чорсу', regionId: '1', address: 'Чорсу, 1' };
  expect(Object.keys(faultsOf(draft))).toEqual(['latitude', 'longitude']);
  expect(bodyOf(draft)).toBeNull();
  const placed = { ...draft, latitude: ' 41,3265 ', longitude: '69.2347' };
  expect(faultsOf(placed)).toEqual({});
  expect(positionOf(placed)).toEqual({ latitude: 41.3265, longitude: 69.2347 });
  expect(bodyOf(placed)).toMatchObject({ regionId: 1, latitude: 41.3265, isActive: true });
  expect(Object.keys(faultsOf({ ...placed, latitude: '41° 19′' }))).toEqual(['latitude']);
  expect(Object.keys(faultsOf(draftOf(null)))).toEqual(['name', 'regionId', 'address', 'latitude', 'longitude']);
  expect(degreesText(69.234_712_345)).toBe('69.234712');
});
