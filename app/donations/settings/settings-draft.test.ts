import { describe, expect, it } from 'vitest';
import { bodyOf, settingsDraftOf, withoutEmpty, wordsIn } from './settings-draft.ts';

const read = {
  minAmount: 5_000,
  maxAmount: 10_000_000,
  presets: [5_000, 10_000],
  messageMaxLength: 300,
  commissionPercent: 3.33,
  stopWords: ['бля*'],
  isEnabled: true,
  stopReason: null,
  version: 'v',
};

describe('the settings of donations as fields', () => {
  it('are sent back as they were read', () => {
    const { stopReason, version, ...limits } = read;
    expect(bodyOf(settingsDraftOf(read), version)).toEqual({ faults: {}, body: { ...limits, stopReason, version } });
  });

  it('tell an empty field from one that holds no sum or number', () => {
    const draft = {
      ...settingsDraftOf(read),
      minAmount: '',
      maxAmount: 'много',
      commissionPercent: 'пять',
      presets: ['7 000', 'сто'],
    };
    expect(bodyOf(draft, 'v').faults).toEqual({
      minAmount: 'Заполните поле',
      maxAmount: 'Укажите сумму числом',
      commissionPercent: 'Нужно число',
      'presets.1': 'Укажите сумму числом',
    });
  });

  it('leave presets out that were added and not typed', () => {
    const draft = withoutEmpty({ ...settingsDraftOf(read), presets: ['', ' ', '7 000'] });
    expect(bodyOf(draft, 'v').body.presets).toEqual([7_000]);
  });

  it('read words from pasted text', () => {
    expect(wordsIn(' Бля*,\nхуй; бля*\n\n')).toEqual(['бля*', 'хуй']);
  });
});
