import { expect, it } from 'vitest';
import type { ShownTarget } from '../target-shapes.ts';
import { bodyOf, draftOf, faultsOf, previewOf } from './target-draft.ts';

const target: ShownTarget = {
  id: 'target-1',
  text: 'Играю босса без брони',
  goal: 3_000_000,
  sum: 1_200_000,
  count: 4,
  isReached: false,
  closedAt: null,
  removedFor: null,
  createdAt: '2026-01-31T08:00:00.000Z',
  revision: 3,
};

it('leaves a target as it is when nothing is typed', () => {
  expect(draftOf(target)).toEqual({ text: 'Играю босса без брони', goal: '3\u00a0000\u00a0000' });
  expect(bodyOf(draftOf(target), target)).toEqual({
    targetId: 'target-1',
    revision: 3,
    text: 'Играю босса без брони',
    goal: 3_000_000,
  });
});

it('names what is missing', () => {
  const faults = (text: string, goal: string) =>
    faultsOf({ text, goal }, null, { minAmount: 5_000, maxAmount: 10_000 });
  expect(faults('', '')).toEqual({ text: 'Заполните поле', goal: 'Заполните поле' });
  expect(faults('Танец', 'много')).toEqual({ goal: 'Укажите сумму числом' });
  for (const low of ['0', '1', '4 999,99'])
    expect(faults(' ', low)).toEqual({ text: 'Заполните поле', goal: 'Минимальная сумма от 5 000' });
  expect(faults('Танец', '5 000')).toEqual({});
  expect(faults('Танец', '10 001')).toEqual({});
  expect(faults('я'.repeat(121), '1234567890123456789')).toEqual({
    text: 'Максимальная длинна текста 120 символов',
    goal: 'Слишком большая сумма',
  });
  expect(faults('\u202eТанец', '1')).toEqual({
    text: 'Уберите знаки, которые меняют направление текста',
    goal: 'Минимальная сумма от 5 000',
  });
  expect(faultsOf({ text: 'Танец', goal: '0' }, null, null)).toEqual({ goal: 'Значение должно превышать 0' });
});

it('leaves a goal that was enough when it was set', () => {
  const limits = { minAmount: 4_000_000, maxAmount: 10_000_000 };
  expect(faultsOf(draftOf(target), target, limits)).toEqual({});
  expect(faultsOf(draftOf(target), null, limits)).toEqual({ goal: 'Минимальная сумма от 4 000 000' });
});

it('shows what donors will see once there is a text with a sum, with what is collected already', () => {
  expect(previewOf(draftOf(null), null)).toBeNull();
  expect(previewOf({ text: ' ', goal: '5000' }, null)).toBeNull();
  expect(previewOf({ text: 'Танец', goal: 'много' }, null)).toBeNull();
  expect(previewOf({ text: ' Танец ', goal: '5000' }, null)).toMatchObject({ text: 'Танец', goal: 5_000, sum: 0 });
  const reached = { ...target, sum: 3_000_000, isReached: true };
  expect(previewOf(draftOf(reached), reached)).toMatchObject({ sum: 3_000_000, isReached: false });
});
