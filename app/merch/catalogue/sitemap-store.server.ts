import { type Queryable, statement } from '#base/db/db.server.ts';

interface ListedProduct extends Record<string, unknown> {
  readonly id: string;
  /** When it was last edited, shown or hidden. */
  readonly changedAt: Date;
}

const listed = statement<ListedProduct>(`
  select p.id, coalesce(p.changed_at, p.created_at) as "changedAt" from product p where p.is_listed order by p.id limit $1 offset $2`);

const listedCount = statement<{ count: number }>('select count(*) as count from product p where p.is_listed');

/** Products that buyers see, oldest first. */
export async function readListed(db: Queryable, page: { skip: number; take: number }): Promise<ListedProduct[]> {
  return db.run(listed, [page.take, page.skip]);
}

/** The number of products that buyers see. */
export async function readListedCount(db: Queryable): Promise<number> {
  const [row] = await db.run(listedCount, []);
  return row?.count ?? 0;
}
