import { useLingui } from '@lingui/react';
import { use } from 'react';
import { createTranslation, type Translate } from './failure-translation.ts';

const catalogues = new Map([
  ['uz', () => import('../../../locales/uz/failures.po').catch(() => null)],
  ['en', () => import('../../../locales/en/failures.po').catch(() => null)],
]);
const translations = new Map<string, Promise<Translate>>();

const againMilliseconds = 3_000;

/** Without its catalogue a text stays in Russian, which says more than nothing; a later failure asks for it again. */
async function load(locale: string): Promise<Translate> {
  const catalogue = await catalogues.get(locale)?.();
  if (catalogue) return createTranslation(locale, catalogue.messages);
  setTimeout(() => translations.delete(locale), againMilliseconds);
  return (text) => text;
}

/** Shows the text of a failure in the language of the page (base/ui/failures/failure-text.tsx). */
export default function FailureTranslator({ text }: { text: string }) {
  const { locale } = useLingui().i18n;
  const translation = translations.get(locale) ?? load(locale);
  translations.set(locale, translation);
  return use(translation)(text);
}
