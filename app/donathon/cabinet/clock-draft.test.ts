import { expect, it } from 'vitest';
import { notWhole } from '#base/text/number-text.ts';
import { knownClock } from '#test/support/known-clock.ts';
import { clockFaults } from '../clock-rules.ts';
import { rateOf, readCorrection, startBody, startDraftOf, startFaults } from './clock-draft.ts';

const good = startDraftOf(null);

it('offers a first clock, and the settings of the last one again', () => {
  expect(startFaults(good)).toEqual({});
  expect(startBody(good)).toEqual({
    act: 'start',
    minutes: 240,
    sum: 5_000,
    seconds: 60,
    isLinear: false,
    most: null,
  });
  const last = knownClock({ state: 'over', minutes: 1_440, sum: 12_500.5, seconds: 90, isLinear: true, most: 48 });
  const again = { act: 'start', minutes: 1_440, sum: 12_500.5, seconds: 90, isLinear: true, most: 48 };
  expect(startBody(startDraftOf(last))).toEqual(again);
});

it.each([
  [{ minutes: '' }, { minutes: clockFaults.required }],
  [{ minutes: '10 081' }, { minutes: clockFaults.minutes }],
  [{ minutes: '1,5' }, { minutes: notWhole }],
  [{ sum: '' }, { sum: clockFaults.required }],
  [{ sum: '0' }, { sum: clockFaults.sum }],
  [{ sum: 'много' }, { sum: 'Укажите сумму числом' }],
  [{ sum: '1234567890123456789' }, { sum: 'Слишком большая сумма' }],
  [{ seconds: '' }, { seconds: clockFaults.required }],
  [{ most: '1,5' }, { most: notWhole }],
  [{ seconds: '0' }, { seconds: clockFaults.seconds }],
  [{ seconds: '86 401' }, { seconds: clockFaults.seconds }],
  [{ most: '0' }, { most: clockFaults.most }],
  [{ most: '1 441' }, { most: clockFaults.most }],
  [{ most: '3' }, { most: clockFaults.capBelowStart }],
])('says what is wrong with %j at its field', (change, faults) => {
  expect(startFaults({ ...good, ...change })).toEqual(faults);
});

it('has a rate once there is enough of it', () => {
  expect(rateOf({ sum: '5 000', seconds: '60', isLinear: true })).toEqual({ sum: 5_000, seconds: 60, isLinear: true });
  expect(rateOf({ sum: '', seconds: '60', isLinear: true })).toBeNull();
  expect(rateOf({ sum: '5 000', seconds: 'x', isLinear: true })).toBeNull();
});

it('reads corrections in minutes, or in minutes and seconds', () => {
  expect(['12', ' 1:30 ', '0:01', '1440'].map(readCorrection)).toEqual([720, 90, 1, 86_400]);
  expect(['', '0', '1:60', '1:3', '1441', '-5', '5 мин'].map(readCorrection)).toEqual(Array(7).fill(null));
});
