import { expect, test } from 'vitest';
import { bodyOf, degreesText, faultsOf, pointDraftOf, positionOf } from './point-draft.ts';

test('degrees can be typed with a comma; an invalid place is an error of its field', () => {
  const draft = { ...pointDraftOf(null), name: 'Чорсу', regionId: '1', address: 'Чорсу, 1' };
  expect(Object.keys(faultsOf(draft))).toEqual(['latitude', 'longitude']);
  expect(bodyOf(draft)).toBeNull();
  const placed = { ...draft, latitude: ' 41,3265 ', longitude: '69.2347' };
  expect(faultsOf(placed)).toEqual({});
  expect(positionOf(placed)).toEqual({ latitude: 41.3265, longitude: 69.2347 });
  expect(bodyOf(placed)).toMatchObject({ regionId: 1, latitude: 41.3265, isActive: true });
  expect(Object.keys(faultsOf({ ...placed, latitude: '41° 19′' }))).toEqual(['latitude']);
  expect(Object.keys(faultsOf(pointDraftOf(null)))).toEqual(['name', 'regionId', 'address', 'latitude', 'longitude']);
  expect(degreesText(69.234_712_345)).toBe('69.234712');
});
