import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { secretsIn } from '#base/config/secrets.server.ts';

/** Proofs that only the browser that made a donation gets: with one a guest proves to be its donor. */
export interface DonorProofs {
  /** Deterministic, so that a repeated request gets the same answer. */
  issue(payId: string): string;
  isTrue(payId: string, proof: string | null | undefined): boolean;
}

/** A caller who may be the donor of a donation. */
export interface AskingDonor {
  /** Null: a guest. */
  readonly userId: string | null;
  /** The caller's proof is valid. */
  readonly isProven: boolean;
}

/** Whether the caller is the donor, by proof or by login. */
export function isOwnDonation(
  { donorId }: { readonly donorId: string | null },
  { userId, isProven }: AskingDonor,
): boolean {
  return isProven || (userId !== null && userId === donorId);
}

/** `programSecrets` is `JWT_SECRET`: one secret or several, separated by commas. Proofs are not stored, so a copy of the database has none. */
export function createDonorProofs(programSecrets: string): DonorProofs {
  const [current, ...previous] = secretsIn(programSecrets).map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'opora proofs of donors', 32)),
  );
  if (current === undefined) throw new Error('there is no secret');
  const digestOf = (key: Buffer, payId: string) => createHmac('sha256', key).update(payId.toLowerCase()).digest();
  return {
    issue: (payId) => digestOf(current, payId).toString('base64url'),
    isTrue(payId, proof) {
      const given = Buffer.from(proof ?? '', 'base64url');
      return [current, ...previous].some((key) => {
        const digest = digestOf(key, payId);
        return given.length === digest.length && timingSafeEqual(digest, given);
      });
    },
  };
}
