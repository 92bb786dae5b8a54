import { call } from '#app/call.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { howToPay, type StoredPayment } from '#app/payments/stored-payment.ts';
import { proofOf, saveProof } from '../donation-proofs.ts';

export interface DonationToOpen {
  readonly projectId: string;
  /** Main units. */
  readonly amount: number;
  readonly name: string;
  readonly message: string;
  readonly isAnonymous: boolean;
  /** It is the first of every month, at a level or with any amount; null: it is given once. */
  readonly monthly: { readonly userName: string; readonly levelId: string | null } | null;
  /** A donation of this browser that was left unpaid; empty: none. */
  readonly left: string;
  /** Undefined: the default. */
  readonly system: PaymentSystemName | undefined;
  /** The `Idempotency-Key` with the guest's secret: all attempts of one intent create one payment. */
  readonly intent: string;
}

const keyLength = 41;

/** Creates a donation with its payment. Throws `CallFailure`. */
export async function openDonation({
  intent,
  left,
  monthly,
  projectId,
  ...donation
}: DonationToOpen): Promise<StoredPayment> {
  const proof = proofOf(left);
  const instead = proof === null ? null : { payId: left, proof };
  const settings = { idempotencyKey: intent.slice(0, keyLength), guestSecret: intent.slice(keyLength) };
  const answer = await (monthly === null
    ? call('POST ProjectPay/Create', { body: { ...donation, instead, projectId } }, settings)
    : call('POST Membership/Create', { body: { ...donation, instead, ...monthly } }, settings));
  const { payId, paymentUrl, expiresAt, amount, closedSystems, payer } = answer;
  saveProof(payId, answer.proof);
  return {
    payId,
    paymentUrl,
    expiresAt,
    amount,
    closedSystems,
    ...howToPay(payer),
    code: null,
    isCardRemembered: false,
  };
}
