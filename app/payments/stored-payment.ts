import { membersOf, StoredValue } from '#base/text/stored-value.ts';
import type { CodeWait } from './card/payment-machine.ts';
import type { PayerWay, PaymentSystemName } from './payment-systems.ts';
import type { CardPayer } from './systems/payer-client.ts';

/** An open payment as stored over a reload of the page. It contains no card data. Amount in main units. */
export interface StoredPayment {
  readonly payId: string;
  readonly paymentUrl: string;
  readonly expiresAt: string;
  readonly amount: number;
  /** Payment systems whose cards are not accepted now, by the provider's names. Absent: none. */
  readonly closedSystems?: readonly string[] | undefined;
  /** It is paid on a page of its system, at `paymentUrl`. */
  readonly isOnPage?: boolean;
  /** Its card goes to this system, at `paymentUrl`; absent: to the gateway. */
  readonly payer?: CardPayer | undefined;
  readonly code: CodeWait | null;
  /** The payer wants the card saved after the payment. */
  readonly isCardRemembered: boolean;
}

function parseCode(raw: unknown): CodeWait | null {
  const { phoneMask, expiresAt, attemptsLeft } = membersOf(raw);
  if (typeof expiresAt !== 'number') return null;
  return {
    phoneMask: typeof phoneMask === 'string' ? phoneMask : null,
    expiresAt,
    attemptsLeft: typeof attemptsLeft === 'number' ? attemptsLeft : null,
  };
}

function parsePayer(raw: unknown): CardPayer | null {
  const { system, publicKey, savesCard } = membersOf(raw);
  if (system !== 'payme-card' || typeof publicKey !== 'string') return null;
  return { system, publicKey, ...(savesCard === true && { savesCard }) };
}

/** The same of what a call has answered. */
export function howToPay(payer: { readonly way: PayerWay } | undefined): Pick<StoredPayment, 'isOnPage' | 'payer'> {
  const known = parsePayer(payer);
  return { isOnPage: payer?.way === 'redirect', ...(known && { payer: known }) };
}

/** Parses a stored value; null if it is not a payment. */
export function parseStoredPayment(raw: unknown): StoredPayment | null {
  const {
    payId,
    paymentUrl,
    expiresAt,
    amount,
    closedSystems: closed,
    code,
    isCardRemembered,
    isOnPage,
    payer: stored,
  } = membersOf(raw);
  if (typeof payId !== 'string' || typeof paymentUrl !== 'string' || typeof expiresAt !== 'string') return null;
  if (typeof amount !== 'number' || !/^https?:\/\//.test(paymentUrl)) return null;
  const closedSystems = Array.isArray(closed) ? closed.filter((name) => typeof name === 'string') : [];
  const payer = parsePayer(stored);
  const how = { ...(isOnPage === true && { isOnPage }), ...(payer && { payer }) };
  const known = { payId, paymentUrl, expiresAt, amount, code: parseCode(code), ...how };
  return { ...known, isCardRemembered: isCardRemembered === true, ...(closedSystems.length > 0 && { closedSystems }) };
}

/** This tab's payment for a subject (a project or an order); null if there is none. */
export function storedPaymentOf(subject: string): StoredValue<StoredPayment | null> {
  return new StoredValue<StoredPayment | null>({
    place: 'session',
    key: `payment:${subject}`,
    empty: null,
    parse: parseStoredPayment,
  });
}

/** The payment system that this browser has chosen last; null: none. */
export const lastSystem = new StoredValue<string | null>({
  place: 'local',
  key: 'paymentSystem',
  empty: null,
  parse: (raw) => (typeof raw === 'string' ? raw : null),
});

/** The system to pay with, of those on offer: what the form shows as chosen, and no other in its place. Undefined: there is no choice. */
export function chosenOf(systems: readonly PaymentSystemName[] = []): PaymentSystemName | undefined {
  return systems.find((name) => name === lastSystem.read()) ?? systems[0];
}
