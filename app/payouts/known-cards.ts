import { membersOf, StoredValue } from '#base/stored-value.ts';
import { cardMaskOf } from './card-mask.ts';

/** A card that this browser has paid with before: its mask and the provider's token. */
export interface KnownCard {
  readonly mask: string;
  readonly token: string;
}

const none: readonly KnownCard[] = [];

function parseCard(raw: unknown): KnownCard[] {
  const { pan, data } = membersOf(raw);
  const { token } = membersOf(data);
  const mask = typeof pan === 'string' ? cardMaskOf(pan) : null;
  return mask === null || typeof token !== 'string' ? [] : [{ mask, token }];
}

/** The saved cards of this browser (specification, point 3), to choose from; never written here. */
export const knownCards = new StoredValue<readonly KnownCard[]>({
  place: 'local',
  key: 'savedCards',
  empty: none,
  parse: (raw) => (Array.isArray(raw) ? raw.flatMap(parseCard) : null),
});
