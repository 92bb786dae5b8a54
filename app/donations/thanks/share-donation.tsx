import { Trans } from '@lingui/react/macro';
import { IconCheck, IconShare2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import classes from './thanks-screen.module.css';

const shownMilliseconds = 2_500;

/** Shares the creator's page by the device's share sheet, or copies its address. */
export function ShareDonation({ title, address }: { title: string; address: string }) {
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function share() {
    try {
      if ('share' in navigator) await navigator.share({ title, url: address });
      else {
        await window.navigator.clipboard.writeText(address);
        setCopied(true);
      }
    } catch (error) {
      // Closing the sheet is not a failure. Where copying is blocked the address can still be taken from this prompt.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      window.prompt(title, address);
    }
  }

  return (
    <ActionButton look="quiet" className={classes.share ?? ''} onClick={() => void share()}>
      {isCopied ? (
        <IconCheck size={20} stroke={1.75} aria-hidden />
      ) : (
        <IconShare2 size={20} stroke={1.75} aria-hidden />
      )}
      <span aria-live="polite">{isCopied ? <Trans>Ссылка скопирована</Trans> : <Trans>Поделиться</Trans>}</span>
    </ActionButton>
  );
}
