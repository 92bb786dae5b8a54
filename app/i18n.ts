import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { bring } from '#base/pages/bring.ts';
import { bestLocale, type Locale, localeCookie, localeInCookies, localeInSearch } from '#base/text/locales.ts';

/** The source language is Russian and its texts are in the code, so Russian pages load no catalogue. */
const catalogues: Record<Locale, () => Promise<{ readonly messages: Messages }>> = {
  ru: async () => ({ messages: {} }),
  uz: () => bring(() => import('../locales/uz/messages.po')),
  en: () => bring(() => import('../locales/en/messages.po')),
};

const aYear = 365 * 24 * 60 * 60;

/** Creates the texts of one language for `I18nProvider`. A server creates one for each page, because renders run concurrently. */
export async function createI18n(locale: Locale): Promise<I18n> {
  const { messages } = await catalogues[locale]();
  return setupI18n({ locale, messages: { [locale]: messages } });
}

async function speak(i18n: I18n, locale: Locale): Promise<void> {
  const { messages } = await catalogues[locale]();
  i18n.loadAndActivate({ locale, messages });
}

function rememberLocale(locale: Locale): void {
  // Not by the Cookie Store API: browsers have it on https only, and a local network has none.
  Object.assign(document, { cookie: `${localeCookie}=${locale}; path=/; max-age=${aYear}; samesite=lax` });
}

/** Changes the language of the page at once, and of later pages by the cookie. */
export async function chooseLocale(i18n: I18n, locale: Locale): Promise<void> {
  rememberLocale(locale);
  await speak(i18n, locale);
}

/**
 * Restores the visitor's language if a shared cache answered with the Russian page (base/pages/pages.server.ts). A visitor who came by
 * an address with a language and has chosen none stays in that language.
 */
export async function restoreLocale(i18n: I18n): Promise<void> {
  const chosen = localeInCookies(document.cookie);
  const named = localeInSearch(window.location.search);
  if (named !== undefined) {
    if (chosen === undefined) rememberLocale(named);
    return;
  }
  const wanted = chosen ?? bestLocale(navigator.languages);
  if (wanted !== i18n.locale) await speak(i18n, wanted);
}
