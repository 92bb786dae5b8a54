import { useLingui } from '@lingui/react';
import { type ComponentType, use, useEffect } from 'react';

type Translator = ComponentType<{ readonly text: string }>;

const inRussian: Translator = ({ text }) => text;

let asked: Promise<Translator> | null = null;

async function load(locale: string): Promise<Translator> {
  const found = await import('./errors/failure-translator.tsx').catch(() => null);
  if (found === null) return inRussian;
  await found.bringTranslation(locale);
  return found.default;
}

/** Shows a failure in a language other than Russian. Without the translator it stays in Russian. */
export function LateFailureTranslator({ text }: { readonly text: string }) {
  const { locale } = useLingui().i18n;
  asked ??= load(locale);
  const Found = use(asked);
  return <Found text={text} />;
}

/**
 * Brings the translator once somebody is in a field, in a language other than Russian. With the first failure it may be late: that may be a lost
 * connection, and a browser does not ask again for a part that has not come.
 */
export function BringTranslator() {
  const { locale } = useLingui().i18n;
  useEffect(() => {
    const bring = () => {
      asked ??= load(locale);
    };
    if (locale !== 'ru') document.addEventListener('focusin', bring, { once: true });
    return () => document.removeEventListener('focusin', bring);
  }, [locale]);
  return null;
}
