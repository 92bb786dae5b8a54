import type { Caller } from '#base/calls/call-context.server.ts';
import { isOwnerGone } from '#base/db/database-trouble.server.ts';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** What the staff reads as a whole and saves as a whole. */
type SeenSubject = 'order_place' | 'order_merchant' | 'donation_settings';

const note = statement(`
  insert into seen_version (session_id, subject, version) values ($1, $2, $3)
  on conflict (session_id, subject) do update set version = excluded.version
   where seen_version.version <> excluded.version`);

const move = statement(`
  update seen_version set version = $4 where session_id = $1 and subject = $2 and version = coalesce($3::text, version)`);

const seen = statement<{ version: string }>('select version from seen_version where session_id = $1 and subject = $2');

/** Stores which version of a subject a session is shown; outside a transaction, as a call that reads. */
export async function noteSeen(db: Queryable, caller: Caller, subject: SeenSubject, version: string): Promise<void> {
  try {
    await db.run(note, [caller.sessionId, subject, version]);
  } catch (error) {
    // A session that was removed meanwhile saves nothing.
    if (!isOwnerGone(error)) throw error;
  }
}

/** Takes a change of its own for seen by a session that was shown the version before; `before` null: every earlier one. */
export async function noteOwnChange(
  tx: Tx,
  caller: Caller,
  { subject, before, after }: { readonly subject: SeenSubject; readonly before: string | null; readonly after: string },
): Promise<void> {
  await tx.run(move, [caller.sessionId, subject, before, after]);
}

/**
 * Whether a save is based on the present version: the one that it names, or without one what its session was last shown. A session that was
 * shown nothing has nothing to compare: it replaces whatever there is.
 */
export async function isPresent(
  tx: Tx,
  caller: Caller,
  asked: { readonly subject: SeenSubject; readonly named: string | undefined; readonly present: string },
): Promise<boolean> {
  if (asked.named !== undefined) return asked.named === asked.present;
  const [shown] = await tx.run(seen, [caller.sessionId, asked.subject]);
  return shown === undefined || shown.version === asked.present;
}
