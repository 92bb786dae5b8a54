import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { secretsIn } from '#base/config/secrets.server.ts';

/** Keys derived from one secret, each for one purpose. */
interface DerivedKeys {
  /** Identifies the secret in the header of a token without revealing it. */
  readonly id: string;
  readonly accessToken: KeyObject;
  readonly refreshToken: KeyObject;
  readonly smsCode: KeyObject;
  readonly address: KeyObject;
  readonly outbox: KeyObject;
}

/** The keys that sign, and all whose signatures are accepted: those of the current secret and of earlier ones. */
export interface SecretKeys {
  readonly current: DerivedKeys;
  readonly all: readonly DerivedKeys[];
}

function derive(secret: string): DerivedKeys {
  const key = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'opora identity', purpose, 32)));
  return {
    id: Buffer.from(hkdfSync('sha256', secret, 'opora identity', 'key id', 9)).toString('base64url'),
    accessToken: key('access token'),
    refreshToken: key('refresh token'),
    smsCode: key('sms code'),
    address: key('address'),
    outbox: key('outbox'),
  };
}

/** Reads `JWT_SECRET`: one secret, or several separated by commas. The first one signs; the others are being phased out. */
export function readSecretKeys(jwtSecret: string): SecretKeys {
  const [first, ...others] = secretsIn(jwtSecret);
  const current = derive(first);
  return { current, all: [current, ...others.map(derive)] };
}

/** HMAC-SHA256 over parts with unambiguous boundaries. */
export function keyedHash(key: KeyObject, ...parts: readonly string[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
}

/** SHA-256, for secrets with enough entropy to need no key. */
export function plainHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
