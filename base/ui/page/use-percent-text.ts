import { useLingui } from '@lingui/react';
import { percentText } from '#base/text/percent-text.ts';

/** Returns what writes shares in per cent, as the language of the page does. */
export function usePercentText(): (percent: number) => string {
  const { locale } = useLingui().i18n;
  return (percent) => percentText(percent, locale);
}
