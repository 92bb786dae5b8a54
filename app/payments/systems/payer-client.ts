/** What the browser sends to the provider (docs/rules.md#payment-gateway): digits only, expiry `MMYY`. */
export type PaymentMeans =
  | { readonly card: { readonly pan: string; readonly expiry: string }; readonly payment_system: string }
  | { readonly card: { readonly token: string } }
  | { readonly payment_system: string }
  | { readonly otp: string };

export type ProviderStatus = 'created' | 'code_required' | 'paid' | 'failed' | 'expired' | 'refunded';

export interface ProviderCard {
  readonly token: string;
  readonly maskedPan: string;
  /** `MMYY` */
  readonly expiry: string;
}

/** The provider's answer to a PATCH. */
export interface ProviderAnswer {
  readonly kind: 'answer';
  readonly status: ProviderStatus;
  /** `expiresIn` in seconds. */
  readonly otp: { readonly phoneMask: string; readonly expiresIn: number } | null;
  readonly card: ProviderCard | null;
  /** The wallet's page, where the payer approves the payment. */
  readonly redirectUrl: string | null;
}

/** The provider has refused; `message` is shown to the payer. */
export interface ProviderFailure {
  readonly kind: 'failure';
  readonly code: string;
  readonly message: string;
  readonly attemptsLeft: number | null;
  /** The payment's state after the refusal, if the provider reports it. */
  readonly status: ProviderStatus | null;
}

/** It is unknown whether the request took effect: no answer in time, no network, an invalid answer, or a 5xx. */
interface NoAnswer {
  readonly kind: 'noAnswer';
  readonly reason: 'timeLimit' | 'network' | 'provider' | 'cancelled';
  /** The provider's message, if any. */
  readonly message: string | null;
}

export type ProviderOutcome = ProviderAnswer | ProviderFailure | NoAnswer;

/** Sends what the payer has entered. `savesCard`: the payer wants to use the card again. Never throws. */
export type SendMeans = (
  means: PaymentMeans,
  options: { readonly signal: AbortSignal; readonly savesCard: boolean },
) => Promise<ProviderOutcome>;

/** A system other than the gateway whose card form is ours, with the public name of our account there. */
export interface CardPayer {
  readonly system: 'payme-card';
  readonly publicKey: string;
  /** The card will be charged again without its payer. */
  readonly savesCard?: true;
}
