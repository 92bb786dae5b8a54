import { expect, it } from 'vitest';
import { notWhole } from '#base/text/number-text.ts';
import { rewardFaults } from '../reward-rules.ts';
import type { ShownReward } from '../reward-shapes.ts';
import { bodyOf, draftOf, faultsOf, withFixed } from './reward-draft.ts';

const reward: ShownReward = {
  id: 'reward-1',
  text: 'Имя в титрах',
  price: 50_000.5,
  stock: 1_000,
  taken: 4,
  left: 995,
  closedAt: null,
  removedFor: null,
  createdAt: '2026-01-31T08:00:00.000Z',
  revision: 3,
};

const limits = { minAmount: 5_000, maxAmount: 10_000_000 };

it('leaves a reward as it is when nothing is typed', () => {
  expect(draftOf(reward)).toEqual({
    text: 'Имя в титрах',
    price: '50\u00a0000,50',
    stock: '1\u00a0000',
  });
  expect(bodyOf(draftOf(reward), reward)).toEqual({
    rewardId: 'reward-1',
    revision: 3,
    text: 'Имя в титрах',
    price: 50_000.5,
    stock: 1_000,
    seenStock: 1_000,
  });
});

it('takes an empty stock for no limit', () => {
  const endless = { ...reward, stock: null, left: null };
  expect(draftOf(endless).stock).toBe('');
  expect(bodyOf({ ...draftOf(reward), stock: ' ' }, reward)).toMatchObject({ stock: null, seenStock: 1_000 });
  expect(bodyOf(draftOf(endless), endless).seenStock).toBeNull();
  expect(faultsOf(draftOf(endless), endless, limits)).toEqual({});
});

it.each([
  [{ text: ' ' }, { text: 'Заполните поле' }],
  [{ text: 'ш'.repeat(121) }, { text: 'Максимальная длинна текста 120 символов' }],
  [{ text: 'Имя\u202e' }, { text: 'Уберите знаки, которые меняют направление текста' }],
  [{ price: '' }, { price: 'Заполните поле' }],
  [{ price: '5000.5x' }, { price: 'Укажите сумму числом' }],
  [{ price: '1,5' }, { price: 'Минимальная сумма от 5 000' }],
  [{ price: '0' }, { price: 'Минимальная сумма от 5 000' }],
  [{ price: '10 000 001' }, { price: 'Значение не должно превышать 10 000 000' }],
  [{ price: '1234567890123456789' }, { price: 'Значение не должно превышать 10 000 000' }],
  [{ stock: '1,5' }, { stock: notWhole }],
  [{ stock: 'много' }, { stock: notWhole }],
  [{ stock: '-3' }, { stock: 'Не меньше 1' }],
  [{ stock: '0' }, { stock: 'Не меньше 1' }],
  [{ stock: '10 001' }, { stock: 'Значение не должно превышать 10 000' }],
  [{ stock: '1234567890123456789' }, { stock: 'Значение не должно превышать 10 000' }],
  [{ stock: '4' }, { stock: rewardFaults.stock }],
  [{ stock: '5' }, {}],
  [
    { text: '', price: '1,5', stock: '0' },
    { text: 'Заполните поле', price: 'Минимальная сумма от 5 000', stock: 'Не меньше 1' },
  ],
])('says what is wrong with %j at its field', (change, faults) => {
  expect(faultsOf({ ...draftOf(reward), ...change }, { ...reward, paying: 1 }, limits)).toEqual(faults);
});

it('leaves a price that was a sum of a donation when it was set', () => {
  expect(faultsOf(draftOf(reward), reward, { ...limits, minAmount: 60_000 })).toEqual({});
  expect(faultsOf(draftOf(reward), null, { ...limits, minAmount: 60_000 })).toEqual({
    price: 'Минимальная сумма от 60 000',
  });
});

it('keeps what donors have seen when they chose, and leaves the stock to its creator', () => {
  const typed = { text: 'Открытка', price: '1', stock: '7' };
  expect(withFixed(typed, null)).toEqual(typed);
  expect(withFixed(typed, { ...reward, isChosen: false })).toEqual(typed);
  expect(withFixed(typed, { ...reward, isChosen: true })).toEqual({ ...draftOf(reward), stock: '7' });
});
