import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** Who got months, or was passed over. */
export interface GiftPlaceRow extends Record<string, unknown> {
  readonly place: number;
  readonly ticket: string | null;
  readonly name: string | null;
  readonly isAnonymous: boolean;
  readonly isPassedOver: boolean;
  readonly givenAt: Date;
}

const insert = statement(`
  insert into gifted_place (gift_id, place, ticket, name, is_anonymous, membership_id, given_at)
  select $1, coalesce(max(place), 0) + 1, $2, $3, $4, $5, $6 from gifted_place where gift_id = $1`);

const all = statement<GiftPlaceRow>(`
  select place, encode(ticket, 'hex') as ticket, name, is_anonymous as "isAnonymous", membership_id is null as "isPassedOver",
    given_at as "givenAt"
  from gifted_place where gift_id = $1 order by place`);

const own = statement<{ paidUntil: Date | null }>(`
  select m.paid_until as "paidUntil" from gifted_place p join membership m on m.id = p.membership_id
  where p.gift_id = $1 and m.person_id = $2`);

/** Somebody who gets a month, or could have got one. */
export interface Placed {
  /** Null: what was free is taken. */
  readonly ticket: Buffer | null;
  readonly name: string | null;
  readonly isAnonymous: boolean;
}

/** The next place of locked gifted months. `membershipId` null: passed over. */
export async function insertPlace(
  tx: Tx,
  giftId: string,
  { ticket, name, isAnonymous }: Placed,
  { membershipId, at }: { readonly membershipId: string | null; readonly at: Date },
): Promise<void> {
  await tx.run(insert, [giftId, ticket, name, isAnonymous, membershipId, at]);
}

/** All places in their order. */
export async function readPlaces(db: Queryable, giftId: string): Promise<readonly GiftPlaceRow[]> {
  return db.run(all, [giftId]);
}

/** Until when a person has what was got; null: nothing was. */
export async function readGot(db: Queryable, giftId: string, personId: string): Promise<Date | null> {
  return (await db.run(own, [giftId, personId]))[0]?.paidUntil ?? null;
}
