import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { isLocale, type Locale, localeCookie } from '#base/locales.ts';
import { compileSourceMessage } from './message-compiler.ts';

/** The source is Russian and its texts stand in the code, so Russian pages load no catalogue. */
const catalogues: Record<Locale, () => Promise<Messages>> = {
  ru: async () => ({}),
  uz: async () => (await import('../locales/uz/messages.po')).messages,
  en: async () => (await import('../locales/en/messages.po')).messages,
};

const aYear = 365 * 24 * 60 * 60;

/** The texts of one language, ready for `I18nProvider`. A server makes one for each page: renders run side by side. */
export async function createI18n(locale: Locale): Promise<I18n> {
  const messages = await catalogues[locale]();
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  i18n.setMessagesCompiler(compileSourceMessage);
  return i18n;
}

async function speak(i18n: I18n, locale: Locale): Promise<void> {
  i18n.loadAndActivate({ locale, messages: await catalogues[locale]() });
}

/** The visitor chooses a language: the page changes at once, later ones come from the server in it. */
export async function chooseLocale(i18n: I18n, locale: Locale): Promise<void> {
  // Not by the Cookie Store API: browsers have it on https only, and a house network has none.
  Object.assign(document, { cookie: `${localeCookie}=${locale}; path=/; max-age=${aYear}; samesite=lax` });
  await speak(i18n, locale);
}

/** Puts the language right where a cache on the way answered a visitor with the Russian page (base/pages.server.ts). */
export async function restoreChosenLocale(i18n: I18n): Promise<void> {
  const chosen = new RegExp(`(?:^|;\\s*)${localeCookie}=(\\w+)`).exec(document.cookie)?.[1];
  if (isLocale(chosen) && chosen !== i18n.locale) await speak(i18n, chosen);
}
