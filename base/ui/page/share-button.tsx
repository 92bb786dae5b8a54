import { Trans } from '@lingui/react/macro';
import { IconCheck, IconShare2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { ActionButton } from './link-button.tsx';

const shownMilliseconds = 2_500;

/** Shares the page's address through the device's share sheet, or copies it. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const share = async () => {
    const url = new URL(path, window.location.origin).href;
    try {
      if ('share' in navigator) await navigator.share({ title, url });
      else {
        await window.navigator.clipboard.writeText(url);
        setCopied(true);
      }
    } catch (error) {
      // Closing the sheet is not a failure. If copying is forbidden, the prompt shows the address.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      window.prompt(title, url);
    }
  };

  return (
    <ActionButton look="quiet" onClick={() => void share()}>
      {isCopied ? (
        <IconCheck size={20} stroke={1.75} aria-hidden />
      ) : (
        <IconShare2 size={20} stroke={1.75} aria-hidden />
      )}
      <span aria-live="polite">{isCopied ? <Trans>Ссылка скопирована</Trans> : <Trans>Поделиться</Trans>}</span>
    </ActionButton>
  );
}
