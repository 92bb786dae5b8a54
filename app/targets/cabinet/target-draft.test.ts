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
  expect(faultsOf(draftOf(null))).toEqual({ text: 'Заполните поле', goal: 'Заполните поле' });
  expect(faultsOf({ text: 'Танец', goal: 'много' })).toEqual({ goal: 'Укажите сумму числом' });
  expect(faultsOf({ text: ' ', goal: '0' })).toEqual({ text: 'Заполните поле', goal: 'Значение должно превышать 0' });
  expect(faultsOf({ text: 'Танец', goal: '1234567890123456789' })).toEqual({ goal: 'Слишком большая сумма' });
  expect(faultsOf(draftOf(target))).toEqual({});
});

it('shows what donors will see once there is a text with a sum, with what is collected already', () => {
  expect(previewOf(draftOf(null), null)).toBeNull();
  expect(previewOf({ text: ' ', goal: '5000' }, null)).toBeNull();
  expect(previewOf({ text: 'Танец', goal: 'много' }, null)).toBeNull();
  expect(previewOf({ text: ' Танец ', goal: '5000' }, null)).toMatchObject({ text: 'Танец', goal: 5_000, sum: 0 });
  const reached = { ...target, sum: 3_000_000, isReached: true };
  expect(previewOf(draftOf(reached), reached)).toMatchObject({ sum: 3_000_000, isReached: false });
});
