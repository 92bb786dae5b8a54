import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TextButton } from '../page/text-button.tsx';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps {
  readonly text: string;
  readonly children: ReactNode;
  /** Shown after copying. */
  readonly done?: ReactNode;
}

/** Copies a text and says so in its place. */
export function CopyButton({ text, children, done = <Trans>Скопировано</Trans> }: CopyButtonProps) {
  const { outcome, copy } = useCopy();
  return (
    <TextButton onClick={() => void copy(text)}>
      <span aria-live="polite">
        {outcome === null && children}
        {outcome === 'copied' && done}
        {outcome === 'refused' && <Trans>Браузер не дал скопировать</Trans>}
      </span>
    </TextButton>
  );
}
