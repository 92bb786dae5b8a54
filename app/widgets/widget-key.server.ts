import { createHash, randomBytes } from 'node:crypto';
import { createSealer, type Sealer } from '#base/secrets.server.ts';

/** A key of widget addresses as it is stored: the hash finds it, what is sealed can be read again for its owner. */
export interface StoredKey {
  readonly hash: Buffer;
  readonly sealed: Buffer;
}

export interface WidgetKeys {
  /** A new key: 128 random bits in base64url. */
  issue(): StoredKey & { readonly key: string };
  /** The key in its readable form; null where it was sealed with another secret. */
  open(sealed: Buffer): string | null;
}

/** What a key is looked up by. The key has 128 random bits: a plain hash of it can neither be guessed nor turned round. */
export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Keeps the readable form of keys: drawn from the program's secrets, so that a copy of the database opens no widget. */
export function widgetKeySealer(secrets: string): Sealer {
  return createSealer(secrets, 'opora widget keys');
}

/** Makes and reads widget keys. `secrets` is `JWT_SECRET`: one, or several by commas. */
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
