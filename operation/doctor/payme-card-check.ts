import { z } from 'zod';
import { ProviderRefusal } from '#app/payments/payment-system.server.ts';
import { createPaymeApi, type PaymeAccount } from '#app/payments/systems/payme/payme-api.server.ts';
import type { Check } from './examine.ts';

/** Asks Payme's Subscribe API about a receipt that cannot exist. */
export function checkPaymeCard(account: PaymeAccount): Check {
  return async () => {
    const api = createPaymeApi({ ...account, timeoutMs: 10_000 });
    try {
      await api('receipts.check', { id: '0'.repeat(24) }, z.unknown());
    } catch (error) {
      if (error instanceof ProviderRefusal && error.status === 401) {
        throw new Error('PAYME_CARD_KEY: Payme refuses it, or PAYME_CARD_ID: look at its cabinet', { cause: error });
      }
      if (!(error instanceof ProviderRefusal)) {
        throw new Error(`PAYME_CARD_URL: nothing answers at ${account.url} as documented: look at the network`, {
          cause: error,
        });
      }
    }
    return `Payme accepts us at ${account.url}`;
  };
}
