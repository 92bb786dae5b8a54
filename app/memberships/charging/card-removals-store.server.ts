import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** A card that its payment system is asked to remove. */
export interface CardRemovalRow extends Record<string, unknown> {
  readonly id: string;
  readonly system: PaymentSystemName;
  readonly tokenSealed: Buffer;
  /** What is shown of the card; empty: nothing. */
  readonly cardMask: string;
  /** It has been tried for a week. */
  readonly isLastTry: boolean;
}

type RemovedCard = Pick<CardRemovalRow, 'system' | 'tokenSealed' | 'cardMask'>;

const insert = statement('insert into card_removal (system, token_sealed, card_mask) values ($1, $2, $3)');

const claimDue = statement<CardRemovalRow>(`
  update card_removal r set tries = tries + 1,
    next_try_at = now() + least(21600, 60 * 2 ^ least(tries, 9)) * interval '1 second'
  where r.id in (
    select id from card_removal where next_try_at <= now() order by next_try_at limit $1 for update skip locked)
  returning r.id, r.system, r.token_sealed as "tokenSealed", r.card_mask as "cardMask",
    r.created_at < now() - interval '7 days' as "isLastTry"`);

const charged = statement<{ tokenSealed: Buffer }>(`
  select token_sealed as "tokenSealed" from membership where card_mask = $1 and system = $2 and token_sealed is not null`);

const remove = statement('delete from card_removal where id = $1');

/** Has a card removed that no membership has taken; saving and ending memberships do so for those that they let go. */
export async function insertRemoval(tx: Tx, { system, tokenSealed, cardMask }: RemovedCard): Promise<void> {
  await tx.run(insert, [system, tokenSealed, cardMask]);
}

/** Claims cards to be removed; they are due again after a growing pause of a minute to six hours. */
export async function claimRemovals(db: Queryable, most: number): Promise<CardRemovalRow[]> {
  return db.run(claimDue, [most]);
}

/** The sealed tokens that memberships charge at a system, of cards that look alike. */
export async function chargedTokens(db: Queryable, cardMask: string, system: PaymentSystemName): Promise<Buffer[]> {
  return (await db.run(charged, [cardMask, system])).map(({ tokenSealed }) => tokenSealed);
}

export async function deleteRemoval(db: Queryable, id: string): Promise<void> {
  await db.run(remove, [id]);
}
