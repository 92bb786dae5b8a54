import { type ComponentType, use } from 'react';

type Translator = ComponentType<{ readonly text: string }>;

const inRussian: Translator = ({ text }) => text;

const againMilliseconds = 3_000;

let asked: Promise<Translator> | null = null;

/** What a lost connection has kept away is asked for again by a later failure. */
async function load(): Promise<Translator> {
  const found = await import('./errors/failure-translator.tsx').catch(() => null);
  if (found !== null) return found.default;
  setTimeout(() => {
    asked = null;
  }, againMilliseconds);
  return inRussian;
}

/** Brings the translator with the first failure in a language other than Russian. Without it failures stay in Russian. */
export function LateFailureTranslator({ text }: { readonly text: string }) {
  asked ??= load();
  const Found = use(asked);
  return <Found text={text} />;
}
