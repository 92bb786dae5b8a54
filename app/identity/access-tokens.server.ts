import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Caller } from '#base/call-context.server.ts';
import { wireId } from '#base/id-wire.ts';
import type { SecretKeys } from './secret-keys.server.ts';

const issuer = 'opora';
const audience = 'opora api';
const type = 'at+jwt';
const algorithm = 'HS256';
const lifetimeSeconds = 15 * 60;
const longestSessionSeconds = 500 * 3600;

const claims = z.object({
  sub: wireId,
  sid: wireId,
  roles: z.array(z.string()),
});

/** Makes and reads access tokens: JWTs of 15 minutes that hold a user's id, his session's id and its roles. */
export interface AccessTokens {
  issue(caller: Caller): Promise<string>;
  /** Who a token names; null where it is forged, expired or for something else. It does not say that the session still lives. */
  read(token: string): Promise<Caller | null>;
  /** As `read`, but a token that has expired counts too: enough to end its session, for nothing else. */
  readExpired(token: string): Promise<Caller | null>;
}

export function createAccessTokens(keys: SecretKeys): AccessTokens {
  async function verify(token: string, toleranceSeconds: number): Promise<Caller | null> {
    try {
      const { payload } = await jwtVerify(
        token,
        ({ kid }) => {
          const key = keys.all.find(({ id }) => id === kid);
          if (key === undefined) throw new errors.JWKSNoMatchingKey();
          return key.accessToken;
        },
        {
          algorithms: [algorithm],
          issuer,
          audience,
          typ: type,
          requiredClaims: ['exp', 'iat'],
          clockTolerance: toleranceSeconds,
        },
      );
      const parsed = claims.safeParse(payload);
      if (!parsed.success) return null;
      return { userId: parsed.data.sub, sessionId: parsed.data.sid, roles: parsed.data.roles };
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  return {
    issue: ({ userId, sessionId, roles }) =>
      new SignJWT({ sid: sessionId, roles: [...roles] })
        .setProtectedHeader({ alg: algorithm, typ: type, kid: keys.current.id })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(`${lifetimeSeconds}s`)
        .sign(keys.current.accessToken),
    read: (token) => verify(token, 0),
    readExpired: (token) => verify(token, longestSessionSeconds),
  };
}
