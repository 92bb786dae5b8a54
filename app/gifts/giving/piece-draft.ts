import { membersOf, StoredValue } from '#base/text/stored-value.ts';
import { type GivingDraft, textOf } from './giving-draft.ts';

/** The pieces of a product that somebody is about to give. It survives reloads in this tab. */
export interface PieceDraft extends GivingDraft {
  readonly pieces: number;
}

const empty: PieceDraft = { pieces: 1, message: '', isAnonymous: false, intent: '' };

function parse(raw: unknown): PieceDraft {
  const { pieces, message, isAnonymous, intent } = membersOf(raw);
  return {
    pieces: typeof pieces === 'number' && Number.isSafeInteger(pieces) && pieces > 0 ? pieces : empty.pieces,
    message: textOf(message),
    isAnonymous: isAnonymous === true,
    intent: textOf(intent),
  };
}

/** The draft of this tab for a product. */
export const storedPieceDraft = (productId: string): StoredValue<PieceDraft> =>
  new StoredValue<PieceDraft>({ place: 'session', key: `pieces:${productId}`, empty, parse });
