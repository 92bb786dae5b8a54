import { membersOf, StoredValue } from '#base/stored-value.ts';

/** What shows that a gift was made in this browser. */
interface GiftProof {
  readonly payId: string;
  readonly proof: string;
}

const most = 30;

function parseProofs(raw: unknown): readonly GiftProof[] | null {
  if (!Array.isArray(raw)) return null;
  return raw.flatMap((item: unknown) => {
    const { payId, proof } = membersOf(item);
    return typeof payId === 'string' && typeof proof === 'string' ? [{ payId, proof }] : [];
  });
}

const proofs = new StoredValue<readonly GiftProof[]>({
  place: 'local',
  key: 'gift-proofs',
  empty: [],
  parse: parseProofs,
});

/** Keeps the proof of a gift beyond its payment: the creator may look at its message hours later. The last ones are kept. */
export function keepProof(payId: string, proof: string): void {
  const others = proofs.read().filter((known) => known.payId !== payId);
  proofs.write([...others, { payId, proof }].slice(-most));
}

/** The proof of a gift that was made in this browser; null for any other. */
export function proofOf(payId: string): string | null {
  return proofs.read().find((known) => known.payId === payId)?.proof ?? null;
}
