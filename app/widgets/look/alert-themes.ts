import { readableOn } from '#base/ui/theme/accent.ts';
import { type AlertFont, type AlertThemeName, alertThemeNames } from '../widget-choices.ts';
import type { AlertLook } from './alert-look.ts';

interface AlertTheme {
  readonly font: AlertFont;
  readonly text: string;
  readonly ground: string;
  readonly accent: string;
  /** Rounding of the corners, in hundredths of the stream's width. */
  readonly radius: number;
  /** Degrees. */
  readonly tilt: number;
}

/** The themes. A creator may replace font and colours; shapes that only one theme has are in `alert-themes.module.css`. */
const alertThemes: Readonly<Record<AlertThemeName, AlertTheme>> = {
  ikat: { font: 'unbounded', text: '#F8F2EA', ground: '#151214', accent: '#F5B84E', radius: 1.4, tilt: 0 },
  minimal: { font: 'onest', text: '#FFFFFF', ground: '#0B0A0C', accent: '#FFC857', radius: 0, tilt: 0 },
  playful: { font: 'unbounded', text: '#FFFFFF', ground: '#6A2BD9', accent: '#FFD93D', radius: 2.6, tilt: -1.5 },
  dark: { font: 'roboto', text: '#F1F4F9', ground: '#0B0E14', accent: '#4DE8C2', radius: 0.3, tilt: 0 },
  light: { font: 'onest', text: '#1C1917', ground: '#FBF8F3', accent: '#C2334D', radius: 2, tilt: 0 },
};

/** The families of the fonts for name and sum; those for alerts only are in `alert-fonts.css`. */
export const fontFamilies: Readonly<Record<AlertFont, string>> = {
  unbounded: '"Unbounded Alert", var(--display-font)',
  onest: 'var(--text-font)',
  roboto: '"Roboto Alert", var(--text-font)',
  mono: '"Mono Alert", monospace',
};

/** The theme of a look with the font and colours chosen for it. The ikat theme has the accent of the creator's page, if there is one. */
export function themeOf(look: AlertLook, pageAccent: string | null): AlertTheme {
  const { theme = alertThemeNames[0], font, textColor, groundColor, accentColor } = look;
  const base = alertThemes[theme];
  const ground = groundColor ?? base.ground;
  const own = theme === 'ikat' && pageAccent !== null ? readableOn(ground, pageAccent) : base.accent;
  return {
    ...base,
    font: font ?? base.font,
    text: textColor ?? base.text,
    ground,
    accent: accentColor ?? own,
  };
}
