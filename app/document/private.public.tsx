import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useOnStream } from './on-stream.ts';

/**
 * Something that viewers of a shared screen must not see: a phone, an address, a key, a balance. While the mode «На стриме»
 * is on, dots of a fixed number stand in its place, and it is not in the markup at all. For a field's value use
 * `useOnStream()` (`#app/document/on-stream.ts`).
 */
export function Private({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui();
  const isHidden = useOnStream();
  if (!isHidden) return children;
  return (
    <span role="img" aria-label={t`Скрыто на время стрима`} title={t`Скрыто на время стрима`}>
      ••••••
    </span>
  );
}
