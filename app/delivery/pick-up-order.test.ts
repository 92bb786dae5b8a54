import { expect, test } from 'vitest';
import type { PickUpPoint } from './delivery.calls.ts';
import { distanceText, kilometresBetween, orderPickUps } from './pick-up-order.ts';

const chorsu = { latitude: 41.3265, longitude: 69.2347 };
const registan = { latitude: 39.6547, longitude: 66.9758 };

function point(
  id: number,
  name: string,
  regionId: number,
  place: { latitude: number; longitude: number },
): PickUpPoint {
  const regionName = regionId === 1 ? 'город Ташкент' : 'Самаркандская область';
  const none = { phone: null, workingHours: null, comment: null, isActive: true };
  return { id, name, regionId, regionName, address: `${name}, 1`, ...place, ...none };
}

const points = [point(1, 'Опора на Чорсу', 1, chorsu), point(2, 'Опора у Регистана', 9, registan)];
const idsOf = (found: readonly PickUpPoint[]) => found.map(({ id }) => id);
const all = { search: '', regionId: null };

test('distances follow the globe and are shown rounded', () => {
  expect(kilometresBetween(chorsu, registan)).toBeCloseTo(266.5, 0);
  expect(kilometresBetween(chorsu, chorsu)).toBe(0);
  expect(distanceText(0.004, 'ru')).toMatch(/^10\sм$/);
  expect(distanceText(0.846, 'ru')).toMatch(/^850\sм$/);
  expect(distanceText(1.26, 'ru')).toMatch(/^1,3\sкм$/);
  expect(distanceText(268.4, 'en')).toMatch(/^268\skm$/);
});

test('the nearest point comes first if the position is known, else the order stays', () => {
  expect(idsOf(orderPickUps(points, all, null))).toEqual([1, 2]);
  expect(idsOf(orderPickUps(points, all, { latitude: 39.7, longitude: 67 }))).toEqual([2, 1]);
});

test('a region is found by its name in the language of the page, and before a street of that name', () => {
  const street = { ...point(3, 'Опора', 1, chorsu), address: 'Самаркандская улица, 4' };
  const found = (search: string, nameOf?: (name: string) => string) =>
    idsOf(orderPickUps([street, ...points], { search, regionId: null, ...(nameOf && { nameOf }) }, null));
  expect(found('самарканд')).toEqual([2, 3]);
  expect(found('Bukhara')).toEqual([]);
  expect(found('Bukhara', (name) => (name === 'Самаркандская область' ? 'Bukhara Region' : name))).toEqual([2]);
  for (const sign of ['%', '_', '(', '\\']) expect(found(sign)).toEqual([]);
});

test('a region and words filter the list, with typing errors and in either script', () => {
  expect(idsOf(orderPickUps(points, { search: '', regionId: 9 }, null))).toEqual([2]);
  for (const search of ['чорсу', 'chorsu', 'чарсу', ' ЧОРС ', 'ташкент']) {
    expect(idsOf(orderPickUps(points, { search, regionId: null }, null)), search).toEqual([1]);
  }
  expect(orderPickUps(points, { search: 'нигде', regionId: null }, null)).toEqual([]);
});
