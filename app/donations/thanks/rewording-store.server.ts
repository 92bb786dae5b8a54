import { statement, type Tx } from '#base/db/db.server.ts';

export interface RewordedRow extends Record<string, unknown> {
  readonly projectId: string;
}

const write = statement<RewordedRow>(`
  update donation set first_message = message, message = $2, reworded_at = now()
  where id = $1 and message is not null and reworded_at is null and paid_at is not null and refunded_at is null
  returning project_id as "projectId"`);

/** Keeps the first message and writes the second; null where the donation has none, has been reworded, or does not count. */
export async function writeSecondMessage(tx: Tx, id: string, message: string): Promise<RewordedRow | null> {
  return (await tx.run(write, [id, message]))[0] ?? null;
}
