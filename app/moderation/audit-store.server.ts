import { sql } from 'drizzle-orm';
import type { Queryable } from '#base/db.server.ts';

/** One line of the trail as it is written. */
export interface AuditLine {
  readonly actorId: string;
  readonly call: string;
  readonly subject: string | null;
  readonly input: unknown;
  readonly details: unknown;
}

/** Appends a line. */
export async function insertAudit(db: Queryable, line: AuditLine): Promise<void> {
  const details = line.details === null ? null : JSON.stringify(line.details);
  await db.execute(sql`
    insert into audit (actor_id, call, subject, input, details)
    values (${line.actorId}, ${line.call}, ${line.subject}, ${JSON.stringify(line.input)}::jsonb, ${details}::jsonb)`);
}
