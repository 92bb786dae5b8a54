import { Trans } from '@lingui/react/macro';
import { type PaymentSystemName, systemTitles } from './payment-systems.ts';

/** A payment system by its name, for staff. */
export function SystemName({ system }: { readonly system: PaymentSystemName }) {
  if (system === 'gateway') return <Trans>Платёжный шлюз</Trans>;
  return system === 'payme-card' ? <Trans>Payme, карты</Trans> : systemTitles[system];
}
