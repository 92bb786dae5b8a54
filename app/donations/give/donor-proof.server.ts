import { createDerivedProofs, type DerivedProofs } from '#base/config/derived-proofs.server.ts';

/** Proofs that only the browser that made a donation gets: with one a guest proves to be its donor. */
export type DonorProofs = DerivedProofs;

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

/** `programSecrets` is `JWT_SECRET`. */
export const createDonorProofs = (programSecrets: string): DonorProofs =>
  createDerivedProofs(programSecrets, 'opora proofs of donors');
