import { membersOf, StoredValue } from '#base/text/stored-value.ts';
import { cardMaskOf } from './card-mask.ts';

/** A card saved in this browser by an earlier payment: its mask and the provider's token. */
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

/** The saved cards of this browser (docs/rules.md#payment-gateway). Read-only here: payments write them. */
export const knownCards = new StoredValue<readonly KnownCard[]>({
  place: 'local',
  key: 'savedCards',
  empty: none,
  parse: (raw) => (Array.isArray(raw) ? raw.flatMap(parseCard) : null),
});
