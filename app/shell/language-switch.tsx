import { useLingui } from '@lingui/react/macro';
import { type Locale, locales } from '#base/locales.ts';
import { chooseLocale } from '../i18n.ts';
import { Choice } from './choice.tsx';

/** Languages are named in themselves: whoever looks for his own reads no other. */
const names: Record<Locale, { readonly short: string; readonly whole: string }> = {
  ru: { short: 'Рус', whole: 'Русский' },
  uz: { short: 'Oʻzb', whole: 'Oʻzbekcha' },
  en: { short: 'Eng', whole: 'English' },
};

export function LanguageSwitch() {
  const { t, i18n } = useLingui();
  return (
    <Choice
      label={t`Язык`}
      value={locales.find((locale) => locale === i18n.locale)}
      onChange={(locale) => void chooseLocale(i18n, locale)}
      options={locales.map((locale) => ({
        value: locale,
        label: names[locale].whole,
        lang: locale,
        content: names[locale].short,
      }))}
    />
  );
}
