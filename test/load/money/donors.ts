import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { TestApp } from '#test/support/start-app.ts';

const created = z.object({ data: z.object({ payId: z.string(), paymentUrl: z.string(), amount: z.number() }) });

/** The request of a donor; `amount` in main units. */
export interface DonationToMake {
  readonly projectId: string;
  readonly amount: number;
  readonly name?: string;
  readonly message?: string;
  readonly choices?: readonly object[];
  /** The payment system; by default the first that is offered. */
  readonly system?: string;
}

export interface AcknowledgedDonation {
  readonly payId: string;
  readonly paymentUrl: string;
  /** How many tries it took. */
  readonly tries: number;
}

/**
 * Sends the same request under the same key until the server acknowledges it, as a donor's browser that does not give up. Throws
 * on an answer that a retry cannot change, and after 3 minutes.
 */
export async function giveUntilAcknowledged(
  api: TestApp['request'],
  donation: DonationToMake,
  key: string,
): Promise<AcknowledgedDonation> {
  const giveUpAt = Date.now() + 180_000;
  const seen = new Map<string, number>();
  for (let tries = 1; Date.now() < giveUpAt; tries++) {
    const answer = await api('POST ProjectPay/Create', { body: donation }, { idempotencyKey: key }).catch(() => null);
    if (answer?.status === 200) {
      const parsed = created.safeParse(answer.body);
      if (parsed.success) return { ...parsed.data.data, tries };
    }
    const reason = answer === null ? 'no answer' : `${answer.status} ${JSON.stringify(answer.body).slice(0, 120)}`;
    seen.set(reason, (seen.get(reason) ?? 0) + 1);
    const isFinal = answer !== null && answer.status < 500 && ![200, 408, 409, 429].includes(answer.status);
    if (isFinal) throw new Error(`the donation was refused: ${JSON.stringify(answer.body)}`);
    await pause(50 + Math.random() * 250);
  }
  const answers = [...seen].map(([reason, times]) => `${times} × ${reason}`).join(', ');
  throw new Error(`the donation was not acknowledged in 3 minutes: ${answers}`);
}

export const testCards = { noCode: '8600000000000205', code: '8600000000000106', silent: '8600000000000700' } as const;

/** Sends a message of the payer's browser to the provider. Returns the status; null without an answer. */
export async function tellProvider(paymentUrl: string, body: unknown): Promise<number | null> {
  const sent = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(paymentUrl, sent).catch(() => null);
  await response?.body?.cancel();
  return response?.status ?? null;
}

/** Pays at the provider; a card that asks for a code gets it. */
export async function payByCard(paymentUrl: string, pan: string): Promise<void> {
  await tellProvider(paymentUrl, { card: { pan, expiry: '1230' }, payment_system: 'uzcard' });
  if (pan !== testCards.noCode) await tellProvider(paymentUrl, { otp: '123456' });
}

/** Runs `work` for 0 to count-1, `atOnce` of them at a time. */
export async function inParallel(count: number, atOnce: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const run = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, atOnce) }, run));
}
