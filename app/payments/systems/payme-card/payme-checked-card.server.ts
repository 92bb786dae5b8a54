import { z } from 'zod';
import type { Sealer } from '#base/config/secrets.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { ProviderRefusal } from '../../payment-system.server.ts';
import type { PaymeApi } from '../payme/payme-api.server.ts';
import { keepCard, readAwaitedCard } from './saved-card-store.server.ts';

/** A card whose payer has confirmed it. */
interface CheckedCard {
  /** `860006******6311`. */
  readonly mask: string;
  /** `MMYY`. */
  readonly expiry: string;
  /** It may be charged again without its payer. */
  readonly isRecurrent: boolean;
}

const shape = z.object({
  card: z.object({
    number: z.string().max(40),
    verify: z.boolean(),
    expire: z.string().regex(/^\d\d\/?\d\d$/),
    recurrent: z.boolean().default(false),
  }),
});

/**
 * Asks Payme about the card of a token (https://developer.help.paycom.uz/metody-subscribe-api/cards.check). Throws `ProviderRefusal` for one that its
 * payer has not confirmed.
 */
async function checkCard(api: PaymeApi, token: string): Promise<CheckedCard> {
  const { card } = await api('cards.check', { token }, shape);
  if (!card.verify) throw new ProviderRefusal('NotVerified', 422, 'the card is not confirmed');
  // A full number is stored nowhere, whatever Payme answers.
  const mask = card.number.replace(/^(\d{6})\d+(\d{4})$/, '$1******$2');
  return { mask, expiry: card.expire.replace('/', ''), isRecurrent: card.recurrent };
}

/** What a card is checked and stored with. */
export interface Saving {
  readonly db: Queryable;
  readonly api: PaymeApi;
  readonly sealer: Sealer;
}

/** Four digits or signs, a space, and so on. */
const inGroups = (mask: string) => mask.replace(/(.{4})(?=.)/g, '$1 ');

/**
 * Checks a card that is about to be charged, and stores it where its payment was opened to save one. Throws `ProviderRefusal` for a card that cannot be
 * charged again then: the payment would begin something that nothing can go on with.
 */
export async function checkAndKeep(
  { db, api, sealer }: Saving,
  providerId: string,
  token: string,
): Promise<{ readonly mask: string }> {
  const { mask, expiry, isRecurrent } = await checkCard(api, token);
  if ((await readAwaitedCard(db, providerId)) === null) return { mask };
  if (!isRecurrent) throw new ProviderRefusal('NotSaved', 422, 'the card cannot be charged again');
  await keepCard(db, providerId, { tokenSealed: sealer.seal(token), mask: inGroups(mask), expiry });
  return { mask };
}
