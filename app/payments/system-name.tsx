import { Trans } from '@lingui/react/macro';
import { systemTitles } from './payment-systems.ts';

const titles = new Map<string, string>(Object.entries(systemTitles));

/** A payment system by its name, for staff. */
export function SystemName({ system }: { readonly system: string }) {
  if (system === 'gateway') return <Trans>Платёжный шлюз</Trans>;
  return system === 'payme-card' ? <Trans>Payme, карты</Trans> : (titles.get(system) ?? system);
}
