import { useLingui } from '@lingui/react';
import { useEffect } from 'react';
import { restoreChosenLocale } from '../i18n.ts';

/** After hydration the page speaks the language that the visitor has chosen, whatever a cache on the way knew. */
export function LanguageKeeper() {
  const { i18n } = useLingui();
  useEffect(() => void restoreChosenLocale(i18n), [i18n]);
  return null;
}
