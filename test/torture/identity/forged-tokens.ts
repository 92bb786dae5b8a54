import { createHmac, createSecretKey, generateKeyPairSync, hkdfSync } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { readSecretKeys } from '#app/identity/secret-keys.server.ts';
import { testSecrets } from '#test/support/start-app.ts';

const keyOf = (secret: string) =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'opora identity', 'access token', 32)));

interface Change {
  readonly typ?: string;
  readonly kid?: string;
  readonly aud?: string;
  readonly iss?: string;
  readonly exp?: string;
  readonly secret?: string;
  readonly alg?: string;
  readonly sid?: string;
}

/** Signs a token with the claims of a valid one, except for the changes. */
function sign(token: string, change: Change = {}): Promise<string> {
  const claims = decodeJwt(token);
  const { typ = 'at+jwt', kid = readSecretKeys(testSecrets.jwt).current.id, aud = 'opora api', iss = 'opora' } = change;
  return new SignJWT({ sid: change.sid ?? claims.sid, roles: ['user', 'moderator', 'admin'] })
    .setProtectedHeader({ alg: change.alg ?? 'HS256', typ, kid })
    .setSubject(claims.sub ?? '')
    .setIssuer(iss)
    .setAudience(aud)
    .setIssuedAt()
    .setExpirationTime(change.exp ?? '15m')
    .sign(keyOf(change.secret ?? testSecrets.jwt));
}

/** The control: signed with the right key and unchanged, so it must be accepted. */
export const signHonestly = (token: string) => sign(token);

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Changes one byte of one of the three parts. */
function spoil(token: string, lot: number): string {
  const parts = token.split('.').map((part) => Buffer.from(part, 'base64url'));
  const part = parts[lot % 3];
  if (part === undefined || part.length === 0) return '';
  const at = Math.floor(lot / 3) % part.length;
  part[at] = (part[at] ?? 0) ^ (1 << (lot % 8));
  return parts.map((bytes) => bytes.toString('base64url')).join('.');
}

/** Tokens that must be refused: each way to forge a valid token, and tokens with a changed byte. */
export async function forgeTokens(token: string, spoilt: number): Promise<string[]> {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const kid = readSecretKeys(testSecrets.jwt).current.id;
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicText = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const confused = `${encode({ alg: 'HS256', typ: 'at+jwt', kid, jwk: {} })}.${payload}`;
  const forged = await Promise.all([
    sign(token, { typ: 'JWT' }),
    sign(token, { typ: 'rt+jwt' }),
    sign(token, { aud: 'another api' }),
    sign(token, { iss: 'another issuer' }),
    sign(token, { exp: '-1s' }),
    sign(token, { kid: 'another-key' }),
    sign(token, { kid: '../../etc/passwd' }),
    sign(token, { secret: 'another secret' }),
    sign(token, { secret: 'opora-development-jwt-secret' }),
    sign(token, { alg: 'HS512' }),
    sign(token, { alg: 'HS384' }),
    sign(token, { sid: crypto.randomUUID() }),
  ]);
  for (const alg of ['none', 'None', 'NONE', '']) {
    forged.push(`${encode({ alg, typ: 'at+jwt', kid })}.${payload}.`);
    forged.push(`${encode({ alg, typ: 'at+jwt', kid })}.${payload}.${signature}`);
  }
  forged.push(`${confused}.${createHmac('sha256', publicText).update(confused).digest('base64url')}`);
  forged.push(`${confused}.${createHmac('sha256', '').update(confused).digest('base64url')}`);
  forged.push(`${header}.${encode({ ...decodeJwt(token), roles: ['admin'] })}.${signature}`);
  forged.push(payload, 'a.b.c', `${header}.${payload}`, `${header}..${signature}`, `${token}.${signature}`);
  for (let lot = 0; lot < spoilt; lot++) forged.push(spoil(token, lot * 7 + 1));
  return forged.filter((one) => one !== '');
}
