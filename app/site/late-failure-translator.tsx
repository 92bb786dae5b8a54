import { lazy } from 'react';

const bring = () =>
  import('./errors/failure-translator.tsx').catch(() => ({ default: ({ text }: { text: string }) => text }));

/** Loaded by the first failure in a language other than Russian. Without it failures stay in Russian. */
export const LateFailureTranslator = lazy(bring);

// The first failure may be a lost connection, and a browser does not ask again for a part that has not come: it is there once somebody is in a field.
if (!import.meta.env.SSR) {
  document.addEventListener('focusin', () => document.documentElement.lang === 'ru' || bring());
}
