import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** A promo code as a buyer meets it. Amounts in minor units. */
interface FoundCode extends Record<string, unknown> {
  readonly id: number;
  readonly code: string;
  readonly percent: number | null;
  readonly amount: number | null;
  readonly sellerId: string | null;
  readonly minTotal: number;
  /** It is switched on and has begun. */
  readonly isKnown: boolean;
  /** It has ended, or is used up. */
  readonly isOver: boolean;
  /** The person has used it as often as one may. */
  readonly isSpent: boolean;
}

/** A promo code as staff sees it. */
export interface CodeRow extends Record<string, unknown> {
  readonly id: number;
  readonly code: string;
  readonly percent: number | null;
  readonly amount: number | null;
  readonly sellerUserName: string | null;
  readonly minTotal: number;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly most: number | null;
  readonly mostEach: number | null;
  readonly used: number;
  readonly isActive: boolean;
}

/** A new code. */
interface NewCode {
  readonly code: string;
  readonly percent: number | null;
  readonly amount: number | null;
  readonly sellerId: string | null;
  readonly minTotal: number;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly most: number | null;
  readonly mostEach: number | null;
}

const find = statement<FoundCode>(`
  select c.id, c.code, c.percent, c.amount, c.seller_id as "sellerId", c.min_total as "minTotal",
    c.is_active and coalesce(c.starts_at <= now(), true) as "isKnown",
    coalesce(c.ends_at <= now(), false) or coalesce(c.used >= c.most, false) as "isOver",
    coalesce(c.most_each <= (
      select count(*) from promo_use u where u.promo_code_id = c.id and u.user_id = $2
    ), false) as "isSpent"
  from promo_code c where c.code = $1`);

const take = statement<{ id: number }>(`
  update promo_code set used = used + 1
  where id = $1 and is_active and coalesce(starts_at <= now(), true) and coalesce(ends_at > now(), true)
    and coalesce(used < most, true)
  returning id`);

// The code is locked by `take`, so that this snapshot has the uses of all orders before.
const note = statement<{ orderId: string }>(`
  insert into promo_use (order_id, promo_code_id, user_id)
  select $2, c.id, $3 from promo_code c
  where c.id = $1 and coalesce((
    select count(*) from promo_use u where u.promo_code_id = c.id and u.user_id = $3
  ) < c.most_each, true)
  returning order_id as "orderId"`);

const giveBack = statement(`
  with back as (
    delete from promo_use where order_id = $1 returning promo_code_id
  )
  update promo_code set used = used - 1 from back where id = back.promo_code_id`);

const columns = `
  p.id, p.code, p.percent, p.amount, s.user_name as "sellerUserName", p.min_total as "minTotal", p.starts_at as "startsAt",
  p.ends_at as "endsAt", p.most, p.most_each as "mostEach", p.used, p.is_active as "isActive"`;

const list = statement<CodeRow>(`
  select ${columns} from promo_code p left join creator s on s.user_id = p.seller_id order by p.id desc limit $1 offset $2`);

const count = statement<{ count: number }>('select count(*)::int as count from promo_code');

const insert = statement<CodeRow>(`
  with p as (
    insert into promo_code (code, percent, amount, seller_id, min_total, starts_at, ends_at, most, most_each)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (code) do nothing returning *
  )
  select ${columns} from p left join creator s on s.user_id = p.seller_id`);

const turn = statement<{ code: string }>('update promo_code set is_active = $2 where id = $1 returning code');

/** A code by its text in capitals, for a person or a guest. */
export async function findCode(db: Queryable, code: string, userId: string | null): Promise<FoundCode | null> {
  return (await db.run(find, [code, userId]))[0] ?? null;
}

/** Counts an order's use of a code and locks the code. `over`: it may not be used any more; `spent`: not by this person. */
export async function takeUse(
  tx: Tx,
  { codeId, orderId, userId }: { codeId: number; orderId: string; userId: string },
): Promise<'taken' | 'over' | 'spent'> {
  if ((await tx.run(take, [codeId])).length === 0) return 'over';
  return (await tx.run(note, [codeId, orderId, userId])).length === 0 ? 'spent' : 'taken';
}

/** Gives the use of a code by an order back, once. */
export async function returnUse(tx: Tx, orderId: string): Promise<void> {
  await tx.run(giveBack, [orderId]);
}

/** All codes, the newest first. */
export async function readCodes(db: Queryable, { skip, take: most }: { skip: number; take: number }) {
  const [items, [all]] = await Promise.all([db.run(list, [most, skip]), db.run(count, [])]);
  return { items, count: all?.count ?? 0 };
}

/** Adds a code; null when there is one with this text. */
export async function insertCode(tx: Tx, code: NewCode): Promise<CodeRow | null> {
  const { percent, amount, sellerId, minTotal, startsAt, endsAt, most, mostEach } = code;
  const values = [code.code, percent, amount, sellerId, minTotal, startsAt, endsAt, most, mostEach];
  return (await tx.run(insert, values))[0] ?? null;
}

/** Switches a code on or off; returns its text, or null for an unknown one. */
export async function turnCode(tx: Tx, id: number, isActive: boolean): Promise<string | null> {
  return (await tx.run(turn, [id, isActive]))[0]?.code ?? null;
}
