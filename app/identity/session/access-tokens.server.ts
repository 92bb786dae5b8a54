import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Caller } from '#base/calls/call-context.server.ts';
import { wireId } from '#base/calls/id-wire.ts';
import type { SecretKeys } from '../secret-keys.server.ts';

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

/** Issues and verifies access tokens: JWTs of 15 minutes with the ids of user and session and the roles. */
export interface AccessTokens {
  issue(caller: Caller): Promise<string>;
  /** The caller named by a token; null if it is forged, expired or meant for something else. Does not check that the session is active. */
  read(token: string): Promise<Caller | null>;
  /** Like `read`, but accepts expired tokens: only for ending the session. */
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
