import { randomBytes } from 'node:crypto';
import { createSealer, type Sealer } from '#base/secrets.server.ts';

/** Makes the secrets that sign messages, and reads those that were sealed. */
export interface SigningSecrets {
  /** A new secret: 256 random bits. */
  issue(): { readonly secret: string; readonly sealed: Buffer };
  /** Null where it was sealed with another secret of the program. */
  open(sealed: Buffer): string | null;
}

/** Keeps the secrets of webhooks: with a key drawn from the program's own, so that a copy of the database signs nothing. */
export function webhookSecretSealer(programSecrets: string): Sealer {
  return createSealer(programSecrets, 'opora webhook secrets');
}

/** `programSecrets` is `JWT_SECRET`: one, or several by commas. */
export function createSigningSecrets(programSecrets: string): SigningSecrets {
  const sealer = webhookSecretSealer(programSecrets);
  return {
    issue() {
      const secret = `whsec_${randomBytes(32).toString('base64url')}`;
      return { secret, sealed: sealer.seal(secret) };
    },
    open: (sealed) => sealer.open(sealed)?.text ?? null,
  };
}
