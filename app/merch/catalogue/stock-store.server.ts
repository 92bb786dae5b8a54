import { statement, type Tx } from '#base/db/db.server.ts';

export interface StockRow extends Record<string, unknown> {
  readonly id: string;
  /** Null: made to order. */
  readonly stock: number | null;
  readonly isListed: boolean;
}

// Locks in the order of ids, so that two baskets with the same products cannot deadlock.
const lock = statement<StockRow>(`
  select id, stock, is_listed as "isListed" from product where id = any($1::uuid[]) order by id for no key update`);

/** Locks the stock of products until the transaction ends; unknown ids are left out. */
export function lockStock(tx: Tx, ids: readonly string[]): Promise<StockRow[]> {
  return tx.run(lock, [ids]);
}

const change = statement(`
  update product p set stock = p.stock + one.pieces
  from unnest($1::uuid[], $2::integer[]) as one (id, pieces)
  where p.id = one.id and p.stock is not null`);

/** Adds pieces to the stock, or takes them with negative numbers; products made to order stay as they are. */
export async function changeStock(tx: Tx, ids: readonly string[], pieces: readonly number[]): Promise<void> {
  await tx.run(change, [ids, pieces]);
}
