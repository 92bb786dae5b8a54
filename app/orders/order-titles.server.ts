import { type Queryable, statement } from '#base/db.server.ts';

const numbers = statement<{ id: string; number: string }>(
  'select id, number from shop_order where id = any ($1::uuid[])',
);

/** The numbers of orders, for the statement of the account that their money went to. */
export async function describeOrders(
  db: Queryable,
  postings: readonly { readonly kind: string; readonly reference: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = postings.filter(({ kind }) => kind.startsWith('order')).map(({ reference }) => reference);
  if (ids.length === 0) return new Map();
  return new Map((await db.run(numbers, [ids])).map(({ id, number }) => [id, `№ ${number}`]));
}
