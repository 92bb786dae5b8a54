import { accentStyle } from './accent.ts';

/** The style sheet that gives the whole site a chosen accent; empty: that of the theme. */
export function accentSheet(colour: string): string {
  if (colour === '') return '';
  const style: Readonly<Record<string, string>> = accentStyle(colour);
  const anchor = `--mantine-color-anchor:${style['--accent-text'] ?? ''}`;
  // Twice, to be stronger than the theme's sheet for one colour scheme.
  return `:root:root{${[...Object.entries(style).map(([name, value]) => `${name}:${value}`), anchor].join(';')}}`;
}
