import { call } from '../call.ts';
import type { KeptPayment } from '../payments/kept-payment.ts';
import { cleanMessage, cleanName } from './donation-text.ts';
import { keepProof } from './gift-proofs.ts';

export interface GiftToOpen {
  readonly projectId: string;
  /** Main units. */
  readonly amount: number;
  readonly name: string;
  readonly message: string;
  readonly isAnonymous: boolean;
  /** The `Idempotency-Key`: all tries of one intent make one payment. */
  readonly intent: string;
}

/** Makes a gift and opens its payment. Throws `CallFailure`. */
export async function openGift({ intent, ...gift }: GiftToOpen): Promise<KeptPayment> {
  const body = { ...gift, name: cleanName(gift.name), message: cleanMessage(gift.message) };
  const answer = await call('POST ProjectPay/Create', { body }, { idempotencyKey: intent });
  const { payId, paymentUrl, expiresAt, amount, closedSystems } = answer;
  keepProof(payId, answer.proof);
  return { payId, paymentUrl, expiresAt, amount, closedSystems, code: null, isCardRemembered: false };
}
