import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

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

const ivBytes = 12;
const tagBytes = 16;

/** What a key is looked up by. The key has 128 random bits: a plain hash of it can neither be guessed nor turned round. */
export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Makes and reads widget keys; they are sealed with a key drawn from the program's secret, so that a copy of the database opens no widget. */
export function createWidgetKeys(secret: string): WidgetKeys {
  const sealingKey = Buffer.from(hkdfSync('sha256', secret, '', 'opora widget keys', 32));
  return {
    issue() {
      const key = randomBytes(16).toString('base64url');
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, iv);
      const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
      return { key, hash: hashOfKey(key), sealed: Buffer.concat([iv, cipher.getAuthTag(), text]) };
    },
    open(sealed) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', sealingKey, sealed.subarray(0, ivBytes));
        decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
        return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
