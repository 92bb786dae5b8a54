import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useOnStream } from './on-stream.ts';

/**
 * Content that viewers of a shared screen must not see: a phone, an address, a key, a balance. While the mode «На стриме» is on, it is not
 * in the markup; a fixed number of dots replaces it. For a field's value use `useOnStream()` (`on-stream.ts`).
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
