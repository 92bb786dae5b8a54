import { type Queryable, statement } from '#base/db/db.server.ts';

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

const forget = statement<Pick<SavedCardRow, 'tokenSealed'>>(
  'delete from payme_saved_card where provider_id = $1 returning token_sealed as "tokenSealed"',
);

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

/** Deletes a card that whoever charges it has taken, or does not want, and returns its sealed token. */
export async function forgetCard(db: Queryable, providerId: string): Promise<Buffer | null> {
  return (await db.run(forget, [providerId]))[0]?.tokenSealed ?? null;
}

/** Deletes the cards that nobody has asked for: the longest that a payment is asked for its card is 30 days. */
export async function forgetUntakenCards(db: Queryable): Promise<void> {
  await db.run(forgetOld, []);
}
