import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { GiftRow } from './gift-store.server.ts';

/** Who got something, or was passed over. */
export interface GiftPlaceRow extends Record<string, unknown> {
  readonly place: number;
  readonly ticket: string | null;
  readonly name: string | null;
  readonly isAnonymous: boolean;
  readonly isPassedOver: boolean;
  readonly givenAt: Date;
  readonly lapsedAt: Date | null;
  readonly withdrawnAt: Date | null;
}

const insert = statement<{ place: number }>(`
  insert into gifted_place (gift_id, kind, place, ticket, name, is_anonymous, membership_id, person_id, choose_until, given_at)
  select $1, $2, coalesce(max(place), 0) + 1, $3, $4, $5, $6, $7, $8, $9 from gifted_place where gift_id = $1
  returning place`);

const all = statement<GiftPlaceRow>(`
  select place, encode(ticket, 'hex') as ticket, name, is_anonymous as "isAnonymous", membership_id is null and choose_until is null as "isPassedOver",
    given_at as "givenAt", lapsed_at as "lapsedAt", withdrawn_at as "withdrawnAt"
  from gifted_place where gift_id = $1 order by place`);

const own = statement<{ paidUntil: Date | null }>(`
  select m.paid_until as "paidUntil" from gifted_place p join membership m on m.id = p.membership_id
  where p.gift_id = $1 and m.person_id = $2`);

/** Somebody who gets something, or could have got it. */
export interface Placed {
  /** Null: what was free is taken. */
  readonly ticket: Buffer | null;
  readonly name: string | null;
  readonly isAnonymous: boolean;
}

/** What somebody gets: months, as a membership, or a piece to be ordered in time; null: nothing, passed over. */
type GotPart = { readonly membershipId: string } | { readonly personId: string; readonly chooseUntil: Date } | null;

/** Adds the next place of a locked gift and returns its number. */
export async function insertPlace(
  tx: Tx,
  { id, kind }: Pick<GiftRow, 'id' | 'kind'>,
  { ticket, name, isAnonymous }: Placed,
  { got, at }: { readonly got: GotPart; readonly at: Date },
): Promise<number> {
  const membershipId = got !== null && 'membershipId' in got ? got.membershipId : null;
  const piece = got !== null && 'personId' in got ? got : null;
  const who = [membershipId, piece?.personId ?? null, piece?.chooseUntil ?? null];
  const [row] = await tx.run(insert, [id, kind, ticket, name, isAnonymous, ...who, at]);
  if (row === undefined) throw new Error(`the gift ${id} got no place`);
  return row.place;
}

/** All places in their order. */
export async function readPlaces(db: Queryable, giftId: string): Promise<readonly GiftPlaceRow[]> {
  return db.run(all, [giftId]);
}

/** Until when a person has what was got; null: nothing was. */
export async function readGot(db: Queryable, giftId: string, personId: string): Promise<Date | null> {
  return (await db.run(own, [giftId, personId]))[0]?.paidUntil ?? null;
}
