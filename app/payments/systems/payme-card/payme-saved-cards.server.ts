import { z } from 'zod';
import {
  isRefusedCharge,
  ProviderRefusal,
  type RemovedCard,
  type SavedCard,
  type SavedCards,
} from '../../payment-system.server.ts';
import { readOwnPayment } from '../own-payment-store.server.ts';
import type { PaymeApi } from '../payme/payme-api.server.ts';
import { reportPaymeCard } from './payme-card-report.server.ts';
import { chargePaymeCard, type PaymeCharging } from './payme-charge.server.ts';
import { checkAndKeep, type Saving } from './payme-checked-card.server.ts';
import { awaitedTokens, forgetCard, readAwaitedCard } from './saved-card-store.server.ts';

async function readKept({ db, sealer }: Saving, providerId: string) {
  const row = await readAwaitedCard(db, providerId);
  if (row === null) return null;
  const { tokenSealed, mask, expiry, isOver } = row;
  const token = tokenSealed && sealer.open(tokenSealed)?.text;
  const card: SavedCard | null = token && mask !== null && expiry !== null ? { token, mask, expiry } : null;
  return { card, isOver };
}

const removed = z.object({ success: z.literal(true) });

/** Payme refuses both for a token that it does not know, for example because an answer was lost; which number it gives, is not documented. */
const isUnknown = (api: PaymeApi, token: string) =>
  api('cards.check', { token }, z.unknown()).then(
    () => false,
    (error: unknown) => isRefusedCharge(error),
  );

/** Removes a card (https://developer.help.paycom.uz/metody-subscribe-api/cards.remove), unless a payment may still bring it. */
async function removeCard({ db, sealer, api }: PaymeCharging, { token, mask }: RemovedCard): Promise<boolean> {
  const awaited = await awaitedTokens(db, mask);
  if (awaited.some((sealed) => sealer.open(sealed)?.text === token)) return false;
  try {
    await api('cards.remove', { token }, removed);
  } catch (error) {
    if (!isRefusedCharge(error) || !(await isUnknown(api, token))) throw error;
  }
  return true;
}

/** Saved cards of Payme: a token that was made to stay (`save`) is charged like the first time, by the server alone. */
export function paymeSavedCards(charging: PaymeCharging): SavedCards {
  const { db, api } = charging;
  return {
    charge: (id, token) => chargePaymeCard(charging, id, token),
    async read(id) {
      const kept = await readKept(charging, id);
      if ((await readOwnPayment(db, 'payme-card', id)) !== null) {
        const { status } = await reportPaymeCard(db, api, id);
        return { status, card: status === 'paid' ? (kept?.card ?? null) : null };
      }
      if (kept === null) throw new ProviderRefusal('NotFound', 404, 'there is no such saving');
      const { card, isOver } = kept;
      return { card, status: card !== null ? 'paid' : isOver ? 'expired' : 'created' };
    },
    async keep(id, token) {
      const row = await readAwaitedCard(db, id);
      if (row === null) return null;
      if (row.tokenSealed !== null) return 'paid';
      if (row.isOver) return 'expired';
      await checkAndKeep(charging, id, token);
      return 'paid';
    },
    forget: forgetCard,
    remove: (card) => removeCard(charging, card),
  };
}
