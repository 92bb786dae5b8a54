import { type Queryable, statement } from '#base/db.server.ts';

const listedIds = statement<{ id: string }>(`
  select p.id from product p where p.is_listed order by p.id limit $1 offset $2`);

const listedCount = statement<{ count: number }>('select count(*) as count from product p where p.is_listed');

/** Ids of products that buyers see, oldest first. */
export async function readListedIds(db: Queryable, page: { skip: number; take: number }): Promise<string[]> {
  return (await db.run(listedIds, [page.take, page.skip])).map(({ id }) => id);
}

/** How many products buyers see. */
export async function readListedCount(db: Queryable): Promise<number> {
  const [row] = await db.run(listedCount, []);
  return row?.count ?? 0;
}
