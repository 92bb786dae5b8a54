import { type Queryable, statement } from '#base/db/db.server.ts';

/** The name and message of a donation as written. */
export interface WrittenRow {
  readonly payId: string;
  /** Null for an anonymous donation. */
  readonly name: string | null;
  readonly message: string | null;
}

interface WordsRow extends Record<string, unknown> {
  readonly stopWords: string[];
  readonly donations: WrittenRow[];
}

const words = statement<WordsRow>(`
  select stop_words as "stopWords", (
    select coalesce(jsonb_agg(jsonb_build_object(
      'payId', d.id, 'name', case when not d.is_anonymous then d.name end, 'message', d.message)), '[]')
    from donation d where d.id = any ($1::uuid[])
  ) as donations
  from donation_settings`);

/** Reads the present stop words, and the texts of some donations. */
export async function readDonationWords(db: Queryable, payIds: readonly string[]): Promise<WordsRow> {
  const [row] = await db.run(words, [payIds]);
  if (row === undefined) throw new Error('the settings of donations are missing');
  return row;
}
