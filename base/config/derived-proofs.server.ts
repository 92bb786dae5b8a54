import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { secretsIn } from './secrets.server.ts';

/** Proofs about things by their ids. They are derived and not stored, so a copy of the database has none. */
export interface DerivedProofs {
  /** Deterministic, so that a repeated request gets the same answer. */
  issue(id: string): string;
  isTrue(id: string, proof: string | null | undefined): boolean;
}

/** `programSecrets` is `JWT_SECRET`: one secret or several, separated by commas. `purpose`: proofs of another one prove nothing. */
export function createDerivedProofs(programSecrets: string, purpose: string): DerivedProofs {
  const [current, ...previous] = secretsIn(programSecrets).map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)),
  );
  if (current === undefined) throw new Error('there is no secret');
  const digestOf = (key: Buffer, id: string) => createHmac('sha256', key).update(id.toLowerCase()).digest();
  return {
    issue: (id) => digestOf(current, id).toString('base64url'),
    isTrue(id, proof) {
      const given = Buffer.from(proof ?? '', 'base64url');
      return [current, ...previous].some((key) => {
        const digest = digestOf(key, id);
        return given.length === digest.length && timingSafeEqual(digest, given);
      });
    },
  };
}
