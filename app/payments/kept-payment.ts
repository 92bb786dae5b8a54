import { membersOf, StoredValue } from '#base/stored-value.ts';
import type { CodeWait } from './payment-machine.ts';

/** A payment under way, as it outlives a reload of the page. It holds nothing of the card. Amount in main units. */
export interface KeptPayment {
  readonly payId: string;
  readonly paymentUrl: string;
  readonly expiresAt: string;
  readonly amount: number;
  /** Payment systems whose cards cannot pay it now, as the provider spells them. Absent: none. */
  readonly closedSystems?: readonly string[] | undefined;
  readonly code: CodeWait | null;
  /** The payer wants his card remembered once it has paid. */
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

/** What may be used of what storage holds. */
export function parseKeptPayment(raw: unknown): KeptPayment | null {
  const { payId, paymentUrl, expiresAt, amount, closedSystems: closed, code, isCardRemembered } = membersOf(raw);
  if (typeof payId !== 'string' || typeof paymentUrl !== 'string' || typeof expiresAt !== 'string') return null;
  if (typeof amount !== 'number' || !/^https?:\/\//.test(paymentUrl)) return null;
  const closedSystems = Array.isArray(closed) ? closed.filter((name) => typeof name === 'string') : [];
  const known = { payId, paymentUrl, expiresAt, amount, code: parseCode(code) };
  return { ...known, isCardRemembered: isCardRemembered === true, ...(closedSystems.length > 0 && { closedSystems }) };
}

/** The payment of this tab for a subject: a project or an order. Null while there is none. */
export function keptPaymentOf(subject: string): StoredValue<KeptPayment | null> {
  return new StoredValue<KeptPayment | null>({
    place: 'session',
    key: `payment:${subject}`,
    empty: null,
    parse: parseKeptPayment,
  });
}
