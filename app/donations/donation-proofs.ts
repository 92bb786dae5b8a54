import { membersOf, StoredValue } from '#base/text/stored-value.ts';

/** The proof that a donation was made in this browser. */
interface DonationProof {
  readonly payId: string;
  readonly proof: string;
}

const most = 30;

function parseProofs(raw: unknown): readonly DonationProof[] | null {
  if (!Array.isArray(raw)) return null;
  return raw.flatMap((item: unknown) => {
    const { payId, proof } = membersOf(item);
    return typeof payId === 'string' && typeof proof === 'string' ? [{ payId, proof }] : [];
  });
}

const proofs = new StoredValue<readonly DonationProof[]>({
  place: 'local',
  key: 'donation-proofs',
  empty: [],
  parse: parseProofs,
});

/** Saves the proof of a donation beyond its payment, since the creator may review its message hours later. Only the last ones are stored. */
export function saveProof(payId: string, proof: string): void {
  const others = proofs.read().filter((known) => known.payId !== payId);
  proofs.write([...others, { payId, proof }].slice(-most));
}

/** The proof of a donation made in this browser; null for any other. */
export function proofOf(payId: string): string | null {
  return proofs.read().find((known) => known.payId === payId)?.proof ?? null;
}
