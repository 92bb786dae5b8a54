import { z } from 'zod';
import { ProviderRefusal } from '#app/payments/payment-system.server.ts';
import { createPaymeApi, type PaymeAccount } from '#app/payments/systems/payme/payme-api.server.ts';
import type { Check } from './examine.ts';

/** Asks Payme's Subscribe API about a receipt that cannot exist: its right answer is that there is none. */
export function checkPaymeCard(account: PaymeAccount): Check {
  return async () => {
    const api = createPaymeApi({ ...account, timeoutMs: 10_000 });
    const answer: unknown = await api('receipts.check', { id: '0'.repeat(24) }, z.unknown()).catch(
      (error: unknown) => error,
    );
    if (!(answer instanceof ProviderRefusal)) {
      throw new Error(`PAYME_CARD_URL: nothing answers at ${account.url} as documented: look at the network`, {
        cause: answer,
      });
    }
    if (answer.status === 401) {
      throw new Error('PAYME_CARD_KEY: Payme refuses it, or PAYME_CARD_ID: look at its cabinet', { cause: answer });
    }
    return `Payme accepts us at ${account.url}`;
  };
}
