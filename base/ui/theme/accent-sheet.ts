import { accentStyle } from './accent.ts';

/** The style sheet that gives the whole site a chosen accent; empty: that of the theme. */
export function accentSheet(colour: string): string {
  if (colour === '') return '';
  const values = Object.entries(accentStyle(colour)).map(([name, value]) => `${name}:${value}`);
  // Three times, to be stronger than the theme's sheet for one colour scheme, which comes later.
  return `:root:root:root{${values.join(';')}}`;
}
