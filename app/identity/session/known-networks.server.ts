import type { Database } from '#base/db/db.server.ts';
import { keyedHash, type SecretKeys } from './secret-keys.server.ts';
import { hasLoggedInFrom } from './sessions-store.server.ts';

/** Where an attempt for a phone comes from. `new`: nobody has ever logged in with the phone. */
export type Origin = 'known' | 'strange' | 'new';

/** Whether the user of a phone has logged in from a network before. */
export async function originOfTry(
  { db, keys }: { readonly db: Database; readonly keys: SecretKeys },
  phone: string,
  network: string,
): Promise<Origin> {
  const hashes = keys.all.map(({ address }) => keyedHash(address, network));
  const isKnown = await hasLoggedInFrom(db, phone, hashes);
  if (isKnown === null) return 'new';
  return isKnown ? 'known' : 'strange';
}
