import { createSealer, type Sealer } from '#base/config/secrets.server.ts';

/** Seals the private key of notices to browsers, so that a copy of the database cannot send any. `programSecrets` is `JWT_SECRET`. */
export function pushKeySealer(programSecrets: string): Sealer {
  return createSealer(programSecrets, 'opora push key');
}
