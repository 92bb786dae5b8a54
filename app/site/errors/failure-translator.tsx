import { useLingui } from '@lingui/react';
import { use } from 'react';
import { createTranslation, type Translate } from './failure-translation.ts';

const catalogues = new Map([
  ['uz', () => import('../../../locales/uz/failures.po').catch(() => null)],
  ['en', () => import('../../../locales/en/failures.po').catch(() => null)],
]);
const translations = new Map<string, Promise<Translate>>();

/** Without its catalogue a text stays in Russian, which says more than nothing. */
async function load(locale: string): Promise<Translate> {
  const catalogue = await catalogues.get(locale)?.();
  return catalogue ? createTranslation(locale, catalogue.messages) : (text) => text;
}

function translationInto(locale: string): Promise<Translate> {
  const translation = translations.get(locale) ?? load(locale);
  translations.set(locale, translation);
  return translation;
}

// It comes with this module, before a failure asks for it.
if (!import.meta.env.SSR) void translationInto(document.documentElement.lang);

/** Shows the text of a failure in the language of the page (base/ui/failures/failure-text.tsx). */
export default function FailureTranslator({ text }: { text: string }) {
  return use(translationInto(useLingui().i18n.locale))(text);
}
