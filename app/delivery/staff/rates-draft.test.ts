import { expect, it } from 'vitest';
import { bodyOf, draftsOf, faultsOf, keepTyped, newRate, pathOf } from './rates-draft.ts';

const terms = { freeFrom: null, daysFrom: null, daysTo: null };

const stored = {
  items: [
    { way: 'pickUp', regionId: null, regionName: null, price: 20_000, ...terms },
    { way: 'pickUp', regionId: 3, regionName: 'Бухарская область', price: 12_500.5, ...terms },
    { way: 'address', regionId: null, regionName: null, price: 0, ...terms },
  ],
  points: [{ pickupPointId: 7, pickupPointName: 'Чорсу', price: 1_000_000, freeFrom: 900_000, daysFrom: 1, daysTo: 3 }],
  today: '2026-11-28',
  version: '1',
} satisfies Parameters<typeof draftsOf>[0];

const point = { way: 'pickUp', regionId: null, pickupPointId: 7, pickupPointName: 'Чорсу' } as const;

/** The price or the fault of what is typed as the price of a point. */
function read(price: string): unknown {
  const drafts = [{ ...newRate(point), price }];
  return faultsOf(drafts)['points.0.price'] ?? bodyOf(drafts).points[0]?.price;
}

it('leaves the rates as they are when nothing is typed', () => {
  const { items, points } = bodyOf(draftsOf(stored));
  expect(items).toEqual(stored.items.map(({ regionName, ...rate }) => rate));
  expect(points).toEqual(stored.points.map(({ pickupPointName, ...rate }) => rate));
});

it('names each rate as it stands in what is sent', () => {
  const drafts = draftsOf(stored);
  expect(drafts.map((_, at) => pathOf(drafts, at))).toEqual(['items.0', 'items.1', 'points.0', 'items.2']);
});

it.each([
  ['12 500', 12_500],
  ['12.500', 12_500],
  ['12,500', 12_500],
  ['1.000.000', 1_000_000],
  ['12 500,50 сум', 12_500.5],
  ['12500.5', 12_500.5],
  ['0', 0],
  ['', 'Заполните поле'],
  ['0x10', 'Введите сумму числом'],
  ['1e3', 'Введите сумму числом'],
  ['-3', 'Введите сумму числом'],
  ['12 ООО', 'Введите сумму числом'],
])('reads a price of %j as %j', (typed, meant) => {
  expect(read(typed)).toBe(meant);
});

it('says all faults at once', () => {
  const draft = { ...newRate(point), price: 'abc', freeFrom: '0', daysFrom: '5' };
  expect(faultsOf([draft])).toEqual({
    'points.0.price': 'Введите сумму числом',
    'points.0.freeFrom': 'Сумма должна быть больше нуля',
    'points.0.daysTo': 'Укажите оба срока или ни одного',
  });
  const late = { ...newRate(point), price: '1', daysFrom: '5', daysTo: '2' };
  expect(faultsOf([late])).toEqual({ 'points.0.daysTo': 'Этот срок раньше первого' });
  expect(faultsOf([{ ...late, daysTo: '1e1' }])).toEqual({ 'points.0.daysTo': 'Введите число дней' });
});

it('refuses at its field what is no sum of money, and days out of range', () => {
  const draft = {
    ...newRate(point),
    price: '1234567890123456789',
    freeFrom: '9'.repeat(19),
    daysFrom: '-1',
    daysTo: '2',
  };
  expect(faultsOf([draft])).toEqual({
    'points.0.price': 'Значение не должно превышать 1 000 000 000',
    'points.0.freeFrom': 'Слишком большая сумма',
    'points.0.daysFrom': 'Не меньше 0',
  });
  expect(faultsOf([{ ...newRate(point), price: '1', daysFrom: '365', daysTo: '366' }])).toEqual({
    'points.0.daysTo': 'Значение не должно превышать 365',
  });
});

it('keeps what was typed, added and removed over what a colleague has saved', () => {
  const read = draftsOf(stored);
  const [all, bukhara, ofPoint, address] = read;
  if (!all || !bukhara || !ofPoint || !address) throw new Error('four rates are stored');
  const region = (regionId: number, price: string) => ({ ...all, regionId, price });
  const typed = [{ ...all, price: '25' }, { ...ofPoint, daysTo: '4' }, address, region(4, '7'), region(5, '8')];
  const now = [
    { ...all, price: '30', freeFrom: '90' },
    bukhara,
    { ...address, price: '5' },
    region(5, '9'),
    region(6, '1'),
  ];
  expect(keepTyped(typed, read, now)).toEqual([
    { ...all, price: '25', freeFrom: '90' },
    { ...address, price: '5' },
    region(5, '8'),
    region(6, '1'),
    { ...ofPoint, daysTo: '4' },
    region(4, '7'),
  ]);
  expect(keepTyped(read, read, now)).toEqual(now);
});
