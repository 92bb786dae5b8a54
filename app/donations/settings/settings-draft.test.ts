import { describe, expect, it } from 'vitest';
import { bodyOf, settingsDraftOf, wordsIn } from './settings-draft.ts';

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
    expect(bodyOf(settingsDraftOf(read), version)).toEqual({ empty: [], body: { ...limits, stopReason, version } });
  });

  it('name the fields without a number, and leave empty presets out', () => {
    const draft = { ...settingsDraftOf(read), minAmount: '', commissionPercent: 'пять', presets: ['', '7 000'] };
    const { empty, body } = bodyOf(draft, 'v');
    expect(empty).toEqual(['minAmount', 'commissionPercent']);
    expect(body.presets).toEqual([7_000]);
  });

  it('read words from pasted text', () => {
    expect(wordsIn(' Бля*,\nхуй; бля*\n\n')).toEqual(['бля*', 'хуй']);
  });
});
