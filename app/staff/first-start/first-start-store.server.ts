import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** The call that makes an admin, as the audit trail names it. */
export const setRole = 'PUT Moderator/SetRole';

const mark = statement<{ mark: string }>(`
  select (select extract(epoch from min(applied_at)) from schema_migration)::text
    || ' ' || (select count(*) from audit where call = '${setRole}')::text as mark`);

const lock = statement(`select pg_advisory_xact_lock(hashtextextended('first start', 0))`);

/** Differs after every change of a role, and in every database. */
export async function readMark(db: Queryable): Promise<string | null> {
  return (await db.run(mark, []))[0]?.mark ?? null;
}

/** One first start at a time, until the transaction ends. */
export async function lockFirstStart(tx: Tx): Promise<void> {
  await tx.run(lock, []);
}
