import { type Queryable, statement } from '#base/db/db.server.ts';

const numbers = statement<{ id: string; number: string }>(
  `select id, number from shop_order where id = any ($1::uuid[])
  union all select r.id, o.number from order_refund r join shop_order o on o.id = r.order_id where r.id = any ($1::uuid[])`,
);

/** The titles of orders in account statements, by reference. */
export async function describeOrders(
  db: Queryable,
  postings: readonly { readonly kind: string; readonly reference: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = postings.filter(({ kind }) => kind.startsWith('order')).map(({ reference }) => reference);
  if (ids.length === 0) return new Map();
  return new Map((await db.run(numbers, [ids])).map(({ id, number }) => [id, `№ ${number}`]));
}
