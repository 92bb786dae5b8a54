import { useLingui } from '@lingui/react';
import { useProductName } from '#base/pages/brand.ts';
import { isLocale, type Locale } from '#base/text/locales.ts';
import { useNames } from '#base/ui/page/use-names.ts';
import { factTexts, type SiteFacts, withFacts } from './site-facts.ts';

/** Fills the texts of a page with facts, in the language of the interface. */
export function useSiteText(facts: SiteFacts) {
  const { i18n } = useLingui();
  const names = useNames();
  const name = useProductName();
  const locale: Locale = isLocale(i18n.locale) ? i18n.locale : 'ru';
  const words = factTexts({ ...facts, name: facts.name || name }, locale, names);
  return { locale, fill: (text: string) => withFacts(text, words) };
}
