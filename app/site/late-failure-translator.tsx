import { lazy } from 'react';

/** Loaded by the first failure in a language other than Russian. Without it failures stay in Russian. */
export const LateFailureTranslator = lazy(() =>
  import('./errors/failure-translator.tsx').catch(() => ({ default: ({ text }: { text: string }) => text })),
);
