import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/** Makes the secrets that sign messages, and reads those that were sealed. */
export interface SigningSecrets {
  /** A new secret: 256 random bits. */
  issue(): { readonly secret: string; readonly sealed: Buffer };
  /** Null where it was sealed with another secret of the program. */
  open(sealed: Buffer): string | null;
}

/** Secrets are sealed with a key drawn from the program's own, so that a copy of the database signs nothing. */
export function createSigningSecrets(programSecret: string): SigningSecrets {
  const key = Buffer.from(hkdfSync('sha256', programSecret, '', 'opora webhook secrets', 32));
  return {
    issue() {
      const secret = `whsec_${randomBytes(32).toString('base64url')}`;
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return { secret, sealed: Buffer.concat([iv, cipher.getAuthTag(), text]) };
    },
    open(sealed) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes));
        decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
        const text = Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
        return text.toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
