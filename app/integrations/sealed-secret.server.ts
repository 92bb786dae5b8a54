import { randomBytes } from 'node:crypto';
import { createSealer, type Sealer } from '#base/config/secrets.server.ts';

/** Creates the secrets that sign messages, and reads sealed ones. */
export interface SigningSecrets {
  /** A new secret: `whsec_` and the base64 of 256 random bits, as Standard Webhooks defines. */
  issue(): { readonly secret: string; readonly sealed: Buffer };
  /** Null where it was sealed with another `JWT_SECRET`. */
  open(sealed: Buffer): string | null;
}

/** Seals webhook secrets with a key derived from `JWT_SECRET`, so that a copy of the database cannot sign messages. */
export function webhookSecretSealer(programSecrets: string): Sealer {
  return createSealer(programSecrets, 'opora webhook secrets');
}

/** `programSecrets` is `JWT_SECRET`: one secret or several, separated by commas. */
export function createSigningSecrets(programSecrets: string): SigningSecrets {
  const sealer = webhookSecretSealer(programSecrets);
  return {
    issue() {
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      return { secret, sealed: sealer.seal(secret) };
    },
    open: (sealed) => sealer.open(sealed)?.text ?? null,
  };
}
