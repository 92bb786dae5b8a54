import type { Database } from '#base/db/db.server.ts';
import { keyedHash, plainHash, type SecretKeys } from '../secret-keys.server.ts';
import { findKnownOrigin } from '../sessions-store.server.ts';

/** Where an attempt for a phone comes from. `new`: nobody has ever logged in with the phone. */
export type Origin = 'known' | 'strange' | 'new';

/** Signs of where an attempt comes from. */
export interface Asker {
  readonly network: string;
  /** What the browser kept from its logins (`known-browsers.server.ts`). */
  readonly browserTokens: readonly string[];
}

/** Where an attempt comes from, and in whose name it is counted. */
export interface TriedOrigin {
  readonly origin: Origin;
  /** The browser that the user of the phone has logged in with, wherever it is now; else the network. */
  readonly countedAs: string;
}

/** Whether the user of a phone has logged in from a network, or with a browser, before. */
export async function originOfTry(
  { db, keys }: { readonly db: Database; readonly keys: SecretKeys },
  phone: string,
  { network, browserTokens }: Asker,
): Promise<TriedOrigin> {
  const known = await findKnownOrigin(db, phone, {
    addressHashes: keys.all.map(({ address }) => keyedHash(address, network)),
    browserHashes: browserTokens.map(plainHash),
  });
  if (known.browserHash !== null) return { origin: 'known', countedAs: `browser ${known.browserHash.toString('hex')}` };
  if (known.isNetworkKnown === null) return { origin: 'new', countedAs: network };
  return { origin: known.isNetworkKnown ? 'known' : 'strange', countedAs: network };
}
