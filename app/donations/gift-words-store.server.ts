import { type Queryable, statement } from '#base/db.server.ts';

/** What a donor has written. */
export interface WrittenRow {
  readonly payId: string;
  /** Null for an anonymous gift. */
  readonly name: string | null;
  readonly message: string | null;
}

interface WordsRow extends Record<string, unknown> {
  readonly stopWords: string[];
  readonly gifts: WrittenRow[];
}

const words = statement<WordsRow>(`
  select stop_words as "stopWords", (
    select coalesce(jsonb_agg(jsonb_build_object(
      'payId', d.id, 'name', case when not d.is_anonymous then d.name end, 'message', d.message)), '[]')
    from donation d where d.id = any ($1::uuid[])
  ) as gifts
  from donation_settings`);

/** The stop words as they are now, and some gifts as they were written. */
export async function readGiftWords(db: Queryable, payIds: readonly string[]): Promise<WordsRow> {
  const [row] = await db.run(words, [payIds]);
  if (row === undefined) throw new Error('the settings of donations are missing');
  return row;
}
