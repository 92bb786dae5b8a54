import { minor } from '#base/text/money.ts';
import type { AlertSettings, StatisticsSettings, StickerSettings } from './widget-shapes.ts';

/** The default alert settings. */
export const defaultAlert: AlertSettings = {
  minAmount: minor(0),
  template: '{name} — {amount}',
  animation: 'unroll',
  duration: 8,
  sound: 'chime',
  volume: 70,
  image: null,
  readAloud: false,
  voiceName: '',
  voiceRate: 1,
  voiceText: '{message}',
  isCalm: false,
  review: 'off',
  variants: [],
};

export const defaultStatistics: StatisticsSettings = {
  period: 'day',
  since: null,
  streamStartedAt: null,
  goal: null,
  layout: 'board',
  textColor: '#F8F2EA',
  groundColor: '#151214',
  accentColor: '#F5B84E',
  groundOpacity: 92,
  size: 100,
};

export const defaultSticker: StickerSettings = {
  text: '',
  textColor: '#F4EFEA',
  groundColor: '#151214',
  size: 100,
  hasQr: true,
  isMoving: true,
};
