import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { z } from 'zod';

/** A variable of secrets by commas, each of which must have so many characters. */
export const secretsOf = (least: number) =>
  z.string().refine((value) => value.split(',').every((secret) => secret.trim().length >= least), {
    error: `every secret must have at least ${least} characters`,
  });

/** The secrets of a variable, separated by commas: the first is used for new values, all are accepted. */
export function secretsIn(value: string): readonly [string, ...string[]] {
  const [current, ...others] = value
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
  if (current === undefined) throw new Error('the variable holds no secret');
  return [current, ...others];
}

/** Encrypts short texts that are stored in the database. */
export interface Sealer {
  seal(text: string): Buffer;
  /** Decrypts; null if the secret is unknown or the bytes were changed. `isCurrent`: it was sealed with the first secret. */
  open(sealed: Buffer): { readonly text: string; readonly isCurrent: boolean } | null;
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

function openWith(key: Buffer, sealed: Buffer): string | null {
  try {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes));
    decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/**
 * Creates a sealer that encrypts with a key derived from the first secret (`secretsIn`) and decrypts with any of them. Values sealed for
 * one purpose cannot be opened for another.
 */
export function createSealer(secrets: string, purpose: string): Sealer {
  const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const [first, ...others] = secretsIn(secrets);
  const current = keyOf(first);
  const previous = others.map(keyOf);
  return {
    seal(text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, current, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    open(sealed) {
      const text = openWith(current, sealed);
      if (text !== null) return { text, isCurrent: true };
      for (const key of previous) {
        const old = openWith(key, sealed);
        if (old !== null) return { text: old, isCurrent: false };
      }
      return null;
    },
  };
}

/** What only an installation with the secret can answer to a nonce. It shows nothing of the secret. */
export function instanceProof(secret: string, nonce: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'opora instance', 32));
  return createHmac('sha256', key).update(nonce).digest('hex');
}

/** By what the doctor shows that it has the secret; a server answers what it takes its request for, and nobody else's. */
export function doctorKey(secret: string, nonce: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'opora doctor', 32));
  return createHmac('sha256', key).update(nonce).digest('hex');
}

/** Whether two secret texts are equal, in a time that shows nothing of where they differ. */
export function areEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
