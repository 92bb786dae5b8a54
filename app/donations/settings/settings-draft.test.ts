import { describe, expect, it } from 'vitest';
import { bodyOf, faultsAt, savedDraft, settingsDraftOf, wordsIn } from './settings-draft.ts';

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
      messageMaxLength: '2,5',
      presets: ['7 000', 'сто'],
    };
    expect(bodyOf(draft, 'v').faults).toEqual({
      minAmount: 'Заполните поле',
      maxAmount: 'Укажите сумму числом',
      commissionPercent: 'Нужно число',
      messageMaxLength: 'Нужно целое число',
      'presets.1': 'Укажите сумму числом',
    });
  });

  it('refuse a number out of range at its field', () => {
    const faultsOf = (commissionPercent: string, messageMaxLength: string) =>
      bodyOf({ ...settingsDraftOf(read), commissionPercent, messageMaxLength }, 'v').faults;
    expect(faultsOf('100', '1 000')).toEqual({});
    expect(faultsOf('100,01', '1001')).toEqual({
      commissionPercent: 'Значение не должно превышать 100',
      messageMaxLength: 'Значение не должно превышать 1 000',
    });
    expect(faultsOf('-1', '-1')).toEqual({ commissionPercent: 'Не меньше 0', messageMaxLength: 'Не меньше 0' });
  });

  it('leave presets out that are empty, and have the faults of the others at their fields', () => {
    const draft = { ...settingsDraftOf(read), presets: ['', '7 000', ' ', '1234567890123456789'] };
    expect(bodyOf(draft, 'v')).toMatchObject({
      faults: { 'presets.1': 'Слишком большая сумма' },
      body: { presets: [7_000, Number('1234567890123456789')] },
    });
    const faults = { 'presets.0': 'мало', 'presets.1': 'много', presets: 'Заполните поле', minAmount: 'мало' };
    expect(faultsAt(draft, faults)).toEqual({
      'presets.1': 'мало',
      'presets.3': 'много',
      presets: 'Заполните поле',
      minAmount: 'мало',
    });
    expect(savedDraft({ ...draft, presets: ['', '7 000', ' '] }).presets).toEqual(['7\u00a0000']);
  });

  it('read a percentage with three decimals as what it says', () => {
    expect(bodyOf({ ...settingsDraftOf(read), commissionPercent: '2,500' }, 'v').body.commissionPercent).toBe(2.5);
  });

  it('refuse a percentage with more than two decimals before it is sent', () => {
    const faultsOf = (commissionPercent: string) => bodyOf({ ...settingsDraftOf(read), commissionPercent }, 'v').faults;
    expect(faultsOf('2,505')).toEqual({ commissionPercent: 'Не более двух знаков после запятой' });
    expect(faultsOf('2.500')).toEqual({});
  });

  it('are shown in the form of what was read once they are saved', () => {
    const typed = {
      ...settingsDraftOf(read),
      commissionPercent: '3.330',
      minAmount: '5 000 сум',
      maxAmount: '10000000',
    };
    expect(savedDraft(typed)).toEqual(settingsDraftOf(read));
  });

  it('read words from pasted text', () => {
    expect(wordsIn(' Бля*,\nхуй; бля*\n\n')).toEqual(['бля*', 'хуй']);
  });
});
