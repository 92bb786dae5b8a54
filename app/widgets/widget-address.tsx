import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Private } from '#app/document/private.public.tsx';
import { ActionButton } from '#base/ui/link-button.tsx';
import classes from './cabinet.module.css';

/** An address to be pasted into OBS: it holds the key, so it is not to be seen on a shared screen. */
export function WidgetAddress({ address }: { readonly address: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  }
  return (
    <div className={classes.section}>
      <code className={classes.address}>
        <Private>{address}</Private>
      </code>
      <div className={classes.acts}>
        <ActionButton onClick={() => void copy()}>
          <Trans>Скопировать адрес</Trans>
        </ActionButton>
        <span role="status" className={outcome === 'failed' ? classes.fault : classes.said}>
          {outcome === 'copied' && <Trans>Скопировано</Trans>}
          {outcome === 'failed' && <Trans>Браузер не дал скопировать: выделите адрес и скопируйте сами</Trans>}
        </span>
      </div>
    </div>
  );
}
