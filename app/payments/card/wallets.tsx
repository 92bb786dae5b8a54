import { Trans } from '@lingui/react/macro';
import { outside } from '#base/ui/page/open-outside.ts';
import type { PaymentMeans, ProviderOutcome } from '../systems/payer-client.ts';
import classes from './card-entry.module.css';

/** The provider's names of the wallets, and the shown ones. */
const wallets = [
  { name: 'click', title: 'Click' },
  { name: 'payme', title: 'Payme' },
] as const;

interface WalletsProps {
  readonly onPay: (means: PaymentMeans) => Promise<ProviderOutcome | null>;
}

/** Buttons to pay by wallet; its page opens in another tab. */
export function Wallets({ onPay }: WalletsProps) {
  async function open(name: string) {
    // Opened within the click handler: browsers block windows that are opened later.
    const tab = outside.open ? null : window.open('', '_blank');
    const outcome = await onPay({ payment_system: name });
    const address = outcome?.kind === 'answer' ? outcome.redirectUrl : null;
    if (tab === null) {
      if (address !== null) outside.open?.(address);
      return;
    }
    if (address === null) return tab.close();
    tab.opener = null;
    tab.location.href = address;
  }

  return (
    <div className={classes.wallets}>
      <span className={classes.or}>
        <Trans>или через приложение</Trans>
      </span>
      {wallets.map(({ name, title }) => (
        <button key={name} type="button" className={classes.wallet} onClick={() => void open(name)}>
          {title}
        </button>
      ))}
    </div>
  );
}
