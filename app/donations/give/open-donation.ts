import { call } from '#app/call.ts';
import type { DonationChoices } from '#app/choices/donation-choices.ts';
import type { SeenJoint } from '#app/joint/joint-shapes.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { howToPay, type StoredPayment } from '#app/payments/stored-payment.ts';
import { proofOf, saveProof } from '../donation-proofs.ts';

export interface DonationToOpen {
  /** Main units. */
  readonly amount: number;
  readonly name: string;
  readonly message: string;
  readonly isAnonymous: boolean;
  /** Undefined: the default. */
  readonly system: PaymentSystemName | undefined;
}

interface Opening {
  /**
   * A project gets it once, shared as its page shows, and without choices that member is left out, as a process of the release before votes wants it; a creator gets it
   * every month, at a level or with any amount.
   */
  readonly to:
    | { readonly projectId: string; readonly choices: DonationChoices | undefined; readonly joint: SeenJoint }
    | { readonly userName: string; readonly levelId: string | undefined };
  /** A donation of this browser that was left unpaid, whose place this one takes; empty: none. */
  readonly instead: string;
  /** The `Idempotency-Key` with the guest's secret: all attempts of one intent create one payment. */
  readonly intent: string;
}

const keyLength = 41;

/** The donor's time zone, whose days monthly charges keep. */
const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Creates a donation with its payment. Throws `CallFailure`. */
export async function openDonation(donation: DonationToOpen, { to, instead, intent }: Opening): Promise<StoredPayment> {
  const proof = proofOf(instead);
  const given = { ...donation, instead: proof === null ? null : { payId: instead, proof } };
  const settings = { idempotencyKey: intent.slice(0, keyLength), guestSecret: intent.slice(keyLength) };
  const answer = await ('projectId' in to
    ? call('POST ProjectPay/Create', { body: { ...given, ...to } }, settings)
    : call('POST Membership/Create', { body: { ...given, ...to, timeZone: ownZone() } }, settings));
  const { payer, proof: own, ...opened } = answer;
  saveProof(opened.payId, own);
  return { ...opened, ...howToPay(payer), code: null, isCardRemembered: false };
}
