import type { Queryable } from '#base/db.server.ts';
import { stopWordsOf } from './donation-settings.server.ts';
import { readGiftWords, type WrittenRow } from './gift-words-store.server.ts';

/** The mask of the stop words as they are now, and what the donors of some gifts have written: for the creator's eyes only. */
export async function giftWords(
  db: Queryable,
  payIds: readonly string[],
): Promise<{ mask(text: string): string; written: ReadonlyMap<string, WrittenRow> }> {
  const { stopWords, gifts } = await readGiftWords(db, payIds);
  return { mask: stopWordsOf(stopWords).mask, written: new Map(gifts.map((gift) => [gift.payId, gift])) };
}
