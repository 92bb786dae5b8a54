import { minor } from '#base/money.ts';
import type { AlertSettings, StatisticsSettings, StickerSettings } from './widget-shapes.ts';

/** What a creator's alerts are like before he has changed anything. */
export const defaultAlert: AlertSettings = {
  minAmount: minor(0),
  template: '{name} — {amount}',
  animation: 'unroll',
  duration: 8,
  sound: 'chime',
  volume: 70,
  image: null,
  readAloud: false,
  review: 'off',
};

export const defaultStatistics: StatisticsSettings = { period: 'day', since: null, goal: null };

export const defaultSticker: StickerSettings = { text: '', textColor: '#F4EFEA', groundColor: '#151214' };
