import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { secretsIn } from '#base/secrets.server.ts';

/** What only the browser that made a gift is told: with it a guest shows that the gift is his. */
export interface DonorProofs {
  /** The same for the same gift, so that a repeated request is answered alike. */
  issue(payId: string): string;
  isTrue(payId: string, proof: string | null | undefined): boolean;
}

/** Whoever asks about a gift that he may have made. */
export interface AskingDonor {
  /** Null: a guest. */
  readonly userId: string | null;
  /** He has shown that he made the gift. */
  readonly isProven: boolean;
}

/** Whether a gift is the asking person's own: by his proof or by his login. */
export function isOwnGift(
  { donorId }: { readonly donorId: string | null },
  { userId, isProven }: AskingDonor,
): boolean {
  return isProven || (userId !== null && userId === donorId);
}

/** `programSecrets` is `JWT_SECRET`: one, or several by commas. Nothing is stored: a copy of the database proves nothing. */
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
