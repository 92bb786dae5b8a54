import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** A card that is being saved. */
export interface CardRow extends Record<string, unknown> {
  readonly id: string;
  readonly membershipId: string;
  readonly system: PaymentSystemName;
  readonly providerId: string;
  readonly state: 'Waiting' | 'Saved' | 'Expired';
  /** A minute after its end, since a provider may report that a little later. */
  readonly isLate: boolean;
}

const columns = `k.id, k.membership_id as "membershipId", k.system, k.provider_id as "providerId", k.state,
  k.expires_at < now() - interval '1 minute' as "isLate"`;

const insert = statement(`
  insert into membership_card (id, membership_id, system, provider_id, expires_at, next_check_at)
  values ($1, $2, $3, $4, $5, now()) on conflict (system, provider_id) do nothing`);

const ofPerson = statement<CardRow>(`
  select ${columns} from membership_card k join membership m on m.id = k.membership_id where k.id = $1 and m.person_id = $2`);

const lock = statement<CardRow>(`select ${columns} from membership_card k where k.id = $1 for no key update`);

const claimDue = statement<CardRow>(`
  update membership_card k set checks = checks + 1,
    next_check_at = now() + least(3600, 2 * 2 ^ least(checks, 11)) * interval '1 second'
  where k.id in (
    select id from membership_card where next_check_at <= now() order by next_check_at limit $1 for update skip locked)
  returning ${columns}`);

const decide = statement('update membership_card set state = $2, next_check_at = null where id = $1');

const closeEarlier = statement<Pick<CardRow, 'system' | 'providerId'>>(`
  update membership_card k set state = 'Expired', next_check_at = null from membership_card saved
  where saved.id = $1 and k.membership_id = saved.membership_id and k.state = 'Waiting' and k.created_at < saved.created_at
  returning k.system, k.provider_id as "providerId"`);

const forgetOld = statement(
  `delete from membership_card where state <> 'Waiting' and created_at < now() - interval '60 days'`,
);

/** Inserts a card to be asked about from now on. */
export async function insertCard(
  tx: Tx,
  card: Pick<CardRow, 'id' | 'membershipId' | 'system' | 'providerId'> & { readonly expiresAt: Date },
): Promise<void> {
  await tx.run(insert, [card.id, card.membershipId, card.system, card.providerId, card.expiresAt]);
}

/** A card of one of a person's memberships. */
export async function readCardOf(db: Queryable, id: string, personId: string): Promise<CardRow | null> {
  return (await db.run(ofPerson, [id, personId]))[0] ?? null;
}

export async function lockCard(tx: Tx, id: string): Promise<CardRow | null> {
  return (await tx.run(lock, [id]))[0] ?? null;
}

/** Claims cards to ask about; they are due again after a growing pause of at most an hour. */
export async function claimDueCards(db: Queryable, most: number): Promise<CardRow[]> {
  return db.run(claimDue, [most]);
}

export async function decideCard(tx: Tx, id: string, state: 'Saved' | 'Expired'): Promise<void> {
  await tx.run(decide, [id, state]);
}

/** Gives up the cards of a membership that were begun before this one, so that none of them takes its place. */
export async function closeEarlierCards(tx: Tx, id: string): Promise<Pick<CardRow, 'system' | 'providerId'>[]> {
  return tx.run(closeEarlier, [id]);
}

/** Deletes the rows of cards that were decided long ago. */
export async function forgetOldCards(db: Queryable): Promise<void> {
  await db.run(forgetOld, []);
}
