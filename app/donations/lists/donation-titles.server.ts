import { type Queryable, statement } from '#base/db/db.server.ts';

interface TitleRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string | null;
}

const names = statement<TitleRow>(
  'select id, case when not is_anonymous then name end as name from donation where id = any ($1::uuid[])',
);

/** The donors of postings, for an account statement; donations without a public name are left out. */
export async function describeDonations(
  db: Queryable,
  postings: readonly { readonly kind: string; readonly reference: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = postings.filter(({ kind }) => kind.startsWith('donation')).map(({ reference }) => reference);
  if (ids.length === 0) return new Map();
  const rows = await db.run(names, [ids]);
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}
