import type { CallContext } from '#base/calls/call-context.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import type { PaymentDeps } from './payment-deps.server.ts';
import type { PaymentSystem, PaymentSystems } from './payment-system.server.ts';
import type { PaymentSystemName } from './payment-systems.ts';

/** The cache tag of what shows which systems payers may choose from. */
const offerTag = 'paymentSystems';

/** Of the payment systems on offer those that answer, the default first, and those that do not; absent: all do. */
export interface SystemOffer {
  readonly paymentSystems: PaymentSystemName[];
  readonly downSystems?: PaymentSystemName[];
}

/** What payers may choose from now. Tags the answer that shows it. */
export function offerOf(systems: PaymentSystems, { tag }: Pick<CallContext, 'tag'>): SystemOffer {
  tag(offerTag);
  const down = systems.offered.filter((name) => systems.isDown(name));
  const paymentSystems = systems.offered.filter((name) => !down.includes(name));
  return { paymentSystems, ...(down.length > 0 && { downSystems: down }) };
}

/**
 * Asks systems that are down or in doubt whether they answer (docs/rules.md#payment-systems): all of them, a round of the background, or the one that has
 * just left a payer without an answer.
 */
export async function probeSystems(
  { db, systems, log }: Pick<PaymentDeps, 'db' | 'systems' | 'log'>,
  only?: PaymentSystem,
): Promise<void> {
  const changed = await systems.probe(only);
  if (changed.length === 0) return;
  for (const system of changed) {
    if (systems.isDown(system)) log.warn({ system }, 'a payment system does not answer and is not offered');
    else log.info({ system }, 'a payment system answers again and is offered');
  }
  await db.transaction((tx) => dropCached(tx, [offerTag]));
}
