import { expect, it } from 'vitest';
import { notWhole } from '#base/text/number-text.ts';
import { drawFaults } from '../draw-rules.ts';
import { bodyOf, daysBefore, emptyDraw, faultsOf } from './draw-draft.ts';

const limits = { minAmount: 5_000, maxAmount: 10_000_000 };
const today = '2026-03-10';
const draft = { ...emptyDraw, text: 'Футболка', leastSum: '10\u00a0000,50', winners: '3' };

it('sends what is typed, and a first day only where earlier donations count', () => {
  const body = { text: 'Футболка', leastSum: 10_000.5, winners: 3, endsIn: 1_440 };
  expect(bodyOf(draft)).toEqual({ ...body, firstDay: null });
  expect(bodyOf({ ...draft, firstDay: '2026-03-01' })).toEqual({ ...body, firstDay: null });
  expect(bodyOf({ ...draft, isEarlier: true, firstDay: '2026-03-01' })).toEqual({ ...body, firstDay: '2026-03-01' });
});

it('offers the last 31 days and today', () => {
  expect(daysBefore(today)).toEqual({ from: '2026-02-07', to: today });
});

it.each([
  [{}, {}],
  [{ text: ' ' }, { text: 'Заполните поле' }],
  [{ text: 'ш'.repeat(121) }, { text: 'Максимальная длинна текста 120 символов' }],
  [{ leastSum: '' }, { leastSum: 'Заполните поле' }],
  [{ leastSum: 'много' }, { leastSum: 'Укажите сумму числом' }],
  [{ leastSum: '4 999' }, { leastSum: 'Минимальная сумма от 5 000' }],
  [{ leastSum: '10 000 001' }, { leastSum: 'Значение не должно превышать 10 000 000' }],
  [{ winners: '' }, { winners: 'Заполните поле' }],
  [{ winners: '1,5' }, { winners: notWhole }],
  [{ winners: '-3' }, { winners: 'Не меньше 1' }],
  [{ winners: '0' }, { winners: 'Не меньше 1' }],
  [{ winners: '51' }, { winners: 'Значение не должно превышать 50' }],
  [{ isEarlier: true }, { firstDay: 'Заполните поле' }],
  [{ isEarlier: true, firstDay: '2026-03-11' }, { firstDay: drawFaults.future }],
  [{ isEarlier: true, firstDay: '2026-02-06' }, { firstDay: drawFaults.early }],
  [{ isEarlier: true, firstDay: '2026-02-07' }, {}],
  [{ firstDay: '2020-01-01' }, {}],
  [{ endsIn: '30' }, {}],
  [{ isEarlier: true, firstDay: '2026-03-01', endsIn: '180' }, { endsIn: drawFaults.short }],
  [
    { text: '', leastSum: '0', winners: '0', isEarlier: true },
    {
      text: 'Заполните поле',
      leastSum: 'Минимальная сумма от 5 000',
      winners: 'Не меньше 1',
      firstDay: 'Заполните поле',
    },
  ],
])('says what is wrong with %j at its field', (change, faults) => {
  expect(faultsOf({ ...draft, ...change }, { limits, today })).toEqual(faults);
});

it('leaves the limits of a sum to the server where they are not known', () => {
  expect(faultsOf({ ...draft, leastSum: '1' }, { limits: null, today })).toEqual({});
  expect(faultsOf({ ...draft, leastSum: '0' }, { limits: null, today })).toEqual({
    leastSum: 'Значение должно превышать 0',
  });
});
