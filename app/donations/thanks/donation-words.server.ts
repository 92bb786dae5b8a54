import type { Queryable } from '#base/db/db.server.ts';
import { maskOf } from '../settings/text-mask.server.ts';
import { readDonationWords, type WrittenRow } from './donation-words-store.server.ts';

/**
 * The mask of the present stop words, with `texts` masked in advance, and the names and messages of some donations as written: only for
 * their creator.
 */
export async function donationWords(
  db: Queryable,
  payIds: readonly string[],
  texts: readonly (string | null)[],
): Promise<{ mask(text: string): string; written: ReadonlyMap<string, WrittenRow> }> {
  const { stopWords, donations } = await readDonationWords(db, payIds);
  const { mask, prepare } = maskOf(stopWords);
  await prepare(texts);
  return {
    mask,
    written: new Map(donations.map((donation) => [donation.payId, donation])),
  };
}
