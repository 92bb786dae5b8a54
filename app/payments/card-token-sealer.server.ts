import { createSealer, type Sealer } from '#base/config/secrets.server.ts';

/** Seals the tokens of saved cards with a key derived from `JWT_SECRET`, so that a copy of the database cannot charge cards. */
export function chargeTokenSealer(programSecrets: string): Sealer {
  return createSealer(programSecrets, 'opora charge tokens');
}
