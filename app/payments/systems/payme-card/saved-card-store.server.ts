import { type Queryable, statement } from '#base/db/db.server.ts';
import type { ForgottenCard } from '../../payment-system.server.ts';

/** A card that its payer lets be charged without them, or the wait for it. */
interface SavedCardRow extends Record<string, unknown> {
  /** Null: none yet. */
  readonly tokenSealed: Buffer | null;
  readonly mask: string | null;
  readonly expiry: string | null;
  /** It cannot be saved any more. */
  readonly isOver: boolean;
}

const begin = statement(`
  insert into payme_saved_card (provider_id, expires_at) values ($1, $2) on conflict (provider_id) do nothing`);

const of = statement<SavedCardRow>(`
  select token_sealed as "tokenSealed", mask, expiry, expires_at <= clock_timestamp() as "isOver"
  from payme_saved_card where provider_id = $1`);

const keep = statement(`
  update payme_saved_card set token_sealed = $2, mask = $3, expiry = $4 where provider_id = $1`);

const forgetOld = statement(`delete from payme_saved_card where expires_at < now() - interval '31 days'`);

const forget = statement<Pick<SavedCardRow, 'tokenSealed' | 'mask'>>(
  'delete from payme_saved_card where provider_id = $1 returning token_sealed as "tokenSealed", mask',
);

// A payment that was made at the last moment is asked about for a while.
const awaited = statement<Pick<SavedCardRow, 'tokenSealed'>>(`
  select token_sealed as "tokenSealed" from payme_saved_card
  where mask = $1 and token_sealed is not null and expires_at > now() - interval '1 hour'`);

/** Lets a payment, or a saving without one, bring a card. */
export async function awaitCard(db: Queryable, providerId: string, expiresAt: Date): Promise<void> {
  await db.run(begin, [providerId, expiresAt]);
}

/** The card of a payment or saving; null: it brings none. */
export async function readAwaitedCard(db: Queryable, providerId: string): Promise<SavedCardRow | null> {
  return (await db.run(of, [providerId]))[0] ?? null;
}

/** Stores a card in the place of an earlier one. */
export async function keepCard(
  db: Queryable,
  providerId: string,
  { tokenSealed, mask, expiry }: { readonly tokenSealed: Buffer; readonly mask: string; readonly expiry: string },
): Promise<void> {
  await db.run(keep, [providerId, tokenSealed, mask, expiry]);
}

/** Deletes a card that whoever charges it has taken, or does not want; null: there was none. */
export async function forgetCard(db: Queryable, providerId: string): Promise<ForgottenCard | null> {
  const [row] = await db.run(forget, [providerId]);
  return row?.tokenSealed ? { tokenSealed: row.tokenSealed, cardMask: row.mask ?? '' } : null;
}

/** The sealed tokens of cards that look alike and may still be taken: their payments are made now, or have just been. */
export async function awaitedTokens(db: Queryable, mask: string): Promise<Buffer[]> {
  return (await db.run(awaited, [mask])).flatMap(({ tokenSealed }) => tokenSealed ?? []);
}

/** Deletes the cards that nobody has asked for: the longest that a payment is asked for its card is 30 days. */
export async function forgetUntakenCards(db: Queryable): Promise<void> {
  await db.run(forgetOld, []);
}
