import { useLingui } from '@lingui/react/macro';
import { useLocation, useNavigate } from 'react-router';
import { chooseLocale } from '#app/i18n.ts';
import { type Locale, localeInSearch, localeNames, locales } from '#base/text/locales.ts';
import { Choice } from '#base/ui/choices/choice.tsx';

/** Switches the language; removes another language from the address. */
function useChooseLocale() {
  const { i18n } = useLingui();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  return async (locale: Locale) => {
    await chooseLocale(i18n, locale);
    if (localeInSearch(search) === undefined) return;
    const params = new URLSearchParams(search);
    params.delete('lang');
    await navigate({ pathname, search: params.toString(), hash }, { replace: true });
  };
}

export function LanguageSwitch() {
  const { t, i18n } = useLingui();
  const choose = useChooseLocale();
  return (
    <Choice
      label={t`Язык`}
      value={locales.find((locale) => locale === i18n.locale)}
      onChange={(locale) => void choose(locale)}
      options={locales.map((locale) => ({
        value: locale,
        lang: locale,
        content: localeNames[locale],
      }))}
    />
  );
}
