import { type I18n, type Messages, setupI18n } from '@lingui/core';

import type { Locale } from '#base/locales.ts';
import { compileSourceMessage } from './message-compiler.ts';

/** The source is Russian and its texts stand in the code, so Russian pages load no catalogue. */
const catalogues: Record<Locale, () => Promise<Messages>> = {
  ru: async () => ({}),
  uz: async () => (await import('../locales/uz/messages.po')).messages,
  en: async () => (await import('../locales/en/messages.po')).messages,
};

/** The texts of one language, ready for `I18nProvider`. A server makes one for each page: renders run side by side. */
export async function createI18n(locale: Locale): Promise<I18n> {
  const messages = await catalogues[locale]();
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  i18n.setMessagesCompiler(compileSourceMessage);
  return i18n;
}
