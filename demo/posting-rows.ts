import { v7 as uuidV7 } from 'uuid';
import { statement, type Tx } from '#base/db/db.server.ts';

/** A posting of the past. Amounts in minor units; sides of nothing are left out. */
interface DemoPosting {
  /** The same as in real rows. */
  readonly kind: string;
  readonly reference: string;
  readonly at: Date;
  readonly sides: readonly { readonly accountId: string; readonly amount: number }[];
}

const insert = statement(`
  with made as (
    select * from jsonb_to_recordset($1::jsonb) as posting (id uuid, kind text, reference uuid, at timestamptz, sides jsonb)
  ), posted as (
    insert into posting (id, kind, reference, created_at) select id, kind, reference, at from made
  )
  insert into entry (posting_id, account_id, amount)
  select made.id, side."accountId", side.amount
  from made, jsonb_to_recordset(made.sides) as side ("accountId" uuid, amount bigint) where side.amount <> 0`);

export async function insertPostings(tx: Tx, postings: readonly DemoPosting[]): Promise<void> {
  // The time of a posting stands in its id, too: statements are read in the order of the ids.
  const made = postings.map((posting) => ({ ...posting, id: uuidV7({ msecs: posting.at.getTime() }) }));
  await tx.run(insert, [JSON.stringify(made)]);
}
