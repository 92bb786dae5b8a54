import { Trans } from '@lingui/react/macro';
import { useCopy } from '#base/ui/copy/use-copy.ts';
import { Private } from '#base/ui/on-stream/private.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import panel from '#base/ui/panel/panel.module.css';
import classes from './cabinet.module.css';

/** An address to paste into OBS. It contains the key and is hidden, so that a shared screen does not reveal it. */
export function WidgetAddress({ address }: { readonly address: string }) {
  const { outcome, copy } = useCopy();
  return (
    <div className={panel.section}>
      <code className={classes.address}>
        <Private>{address}</Private>
      </code>
      <div className={classes.acts}>
        <ActionButton look="quiet" onClick={() => void copy(address)}>
          <Trans>Скопировать адрес</Trans>
        </ActionButton>
        <span role="status" className={classes.said} data-fault={outcome === 'refused' || undefined}>
          {outcome === 'copied' && <Trans>Скопировано</Trans>}
          {outcome === 'refused' && <Trans>Браузер не дал скопировать: выделите адрес и скопируйте сами</Trans>}
        </span>
      </div>
    </div>
  );
}
