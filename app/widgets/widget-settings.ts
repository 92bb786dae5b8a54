import { minor } from '#base/money/money.ts';
import { defaultPlace } from './look/alert-place.ts';
import type { AlertSettings } from './look/alert-settings-shape.ts';
import type { StatisticsSettings, StickerSettings } from './widget-shapes.ts';

/** The default theme in its own font and colours. */
export const defaultTheme = {
  theme: 'ikat',
  font: null,
  textColor: null,
  groundColor: null,
  accentColor: null,
} as const;

/** The default alert settings. */
export const defaultAlert: AlertSettings = {
  ...defaultTheme,
  minAmount: minor(0),
  template: '{name} {amount}',
  animation: 'unroll',
  duration: 8,
  sound: 'chime',
  volume: 70,
  image: null,
  readAloud: false,
  speaker: 'browser',
  voiceName: '',
  voiceRate: 1,
  voiceText: '{message}',
  isCalm: false,
  review: 'off',
  place: defaultPlace,
  variants: [],
  monthlyVariants: [],
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
