import { Trans } from '@lingui/react/macro';
import classes from './card-entry.module.css';
import type { PaymentMeans, ProviderOutcome } from './provider-calls.ts';

/** Wallets as the provider spells them and as people do. */
const wallets = [
  { name: 'click', title: 'Click' },
  { name: 'payme', title: 'Payme' },
] as const;

interface WalletsProps {
  readonly onPay: (means: PaymentMeans) => Promise<ProviderOutcome | null>;
}

/** Ways to pay without a card: the wallet's own page opens beside ours. */
export function Wallets({ onPay }: WalletsProps) {
  async function open(name: string) {
    // Opened within the tap: a browser refuses windows that come later by themselves.
    const beside = window.open('', '_blank');
    const outcome = await onPay({ payment_system: name });
    const address = outcome?.kind === 'answer' ? outcome.redirectUrl : null;
    if (beside === null) return;
    if (address === null) return beside.close();
    beside.opener = null;
    beside.location.href = address;
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
