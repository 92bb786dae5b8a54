import { expect, it } from 'vitest';
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
  expect(faultsOf(draftOf(endless))).toEqual({});
});

it.each([
  [{ text: ' ' }, { text: 'Заполните поле' }],
  [{ price: '' }, { price: 'Заполните поле' }],
  [{ price: '5000.5x' }, { price: 'Укажите сумму числом' }],
  [{ stock: '1,5' }, { stock: rewardFaults.whole }],
  [{ stock: 'много' }, { stock: rewardFaults.whole }],
  [{ stock: '-3' }, { stock: rewardFaults.whole }],
])('says what is wrong with %j at its field', (change, faults) => {
  expect(faultsOf({ ...draftOf(reward), ...change })).toEqual(faults);
});

it('keeps what donors have seen when they chose, and leaves the stock to its creator', () => {
  const typed = { text: 'Открытка', price: '1', stock: '7' };
  expect(withFixed(typed, null)).toEqual(typed);
  expect(withFixed(typed, { ...reward, isChosen: false })).toEqual(typed);
  expect(withFixed(typed, { ...reward, isChosen: true })).toEqual({ ...draftOf(reward), stock: '7' });
});
