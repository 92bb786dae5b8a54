import { useLingui } from '@lingui/react';
import { useEffect } from 'react';
import { restoreLocale } from '#app/i18n.ts';

/** Switches to the visitor's language after hydration, whatever a cache returned. */
export function RestoreLanguage() {
  const { i18n } = useLingui();
  useEffect(() => void restoreLocale(i18n), [i18n]);
  return null;
}
