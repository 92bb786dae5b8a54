import { createHash, randomBytes } from 'node:crypto';
import { createSealer, type Sealer } from '#base/config/secrets.server.ts';

/** A stored widget key: found by its hash; the sealed form can be read again for its owner. */
export interface StoredKey {
  readonly hash: Buffer;
  readonly sealed: Buffer;
}

export interface WidgetKeys {
  /** A new key: 128 random bits in base64url. */
  issue(): StoredKey & { readonly key: string };
  /** The readable key; null where it was sealed with another secret. */
  open(sealed: Buffer): string | null;
}

/** The hash by which a key is looked up. With 128 random bits in the key, a plain hash is safe. */
export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Seals keys with a secret derived from `JWT_SECRET`, so that a copy of the database does not open widgets. */
export function widgetKeySealer(secrets: string): Sealer {
  return createSealer(secrets, 'opora widget keys');
}

/** Creates and reads widget keys. `secrets` is `JWT_SECRET`: one secret or several, separated by commas. */
export function createWidgetKeys(secrets: string): WidgetKeys {
  const sealer = widgetKeySealer(secrets);
  return {
    issue() {
      const key = randomBytes(16).toString('base64url');
      return { key, hash: hashOfKey(key), sealed: sealer.seal(key) };
    },
    open: (sealed) => sealer.open(sealed)?.text ?? null,
  };
}
