import { type Queryable, statement } from '#base/db/db.server.ts';

const select = statement<{ name: string }>('select name from site_name');

/** What the site is called, which no person and no creator may be called. */
export async function readNameOfSite(db: Queryable): Promise<string> {
  const [row] = await db.run(select, []);
  if (row === undefined) throw new Error('the site has no name');
  return row.name;
}
