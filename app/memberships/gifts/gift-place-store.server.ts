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
  insert into gifted_place (gift_id, place, ticket, membership_id, given_at)
  select $1, coalesce(max(place), 0) + 1, $2, $3, $4 from gifted_place where gift_id = $1`);

const all = statement<GiftPlaceRow>(`
  select p.place, encode(p.ticket, 'hex') as ticket, coalesce(m.name, e.name) as name,
    coalesce(m.is_anonymous, e.is_anonymous, true) as "isAnonymous", p.membership_id is null as "isPassedOver", p.given_at as "givenAt"
  from gifted_place p left join membership m on m.id = p.membership_id
    left join gifted_entry e on e.gift_id = p.gift_id and e.ticket = p.ticket
  where p.gift_id = $1 order by p.place`);

const own = statement<{ paidUntil: Date | null }>(`
  select m.paid_until as "paidUntil" from gifted_place p join membership m on m.id = p.membership_id
  where p.gift_id = $1 and m.person_id = $2`);

/** The next place of locked gifted months. `ticket` null: what was free is taken. `membershipId` null: passed over. */
export async function insertPlace(
  tx: Tx,
  giftId: string,
  place: { readonly ticket: Buffer | null; readonly membershipId: string | null; readonly at: Date },
): Promise<void> {
  await tx.run(insert, [giftId, place.ticket, place.membershipId, place.at]);
}

/** All places in their order. */
export async function readPlaces(db: Queryable, giftId: string): Promise<readonly GiftPlaceRow[]> {
  return db.run(all, [giftId]);
}

/** Until when a person has what was got; null: nothing was. */
export async function readGot(db: Queryable, giftId: string, personId: string): Promise<Date | null> {
  return (await db.run(own, [giftId, personId]))[0]?.paidUntil ?? null;
}
