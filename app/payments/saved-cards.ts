import { membersOf, StoredValue } from '#base/stored-value.ts';

/** A card remembered in this browser: its masked number, its expiry `MMYY` and the provider's token (specification, point 3). */
export interface SavedCard {
  readonly pan: string;
  readonly expire: string;
  readonly data: { readonly token: string };
}

const enough = 10;

/** Six or more digits in a row are no masked number, and storage must never hold the whole one. */
function isMasked(pan: string): boolean {
  return !/\d{7,}/.test(pan.replace(/\s/g, ''));
}

function parseCard(raw: unknown): SavedCard[] {
  const { pan, expire, data } = membersOf(raw);
  const { token } = membersOf(data);
  if (typeof pan !== 'string' || typeof expire !== 'string' || typeof token !== 'string') return [];
  return isMasked(pan) ? [{ pan, expire, data: { token } }] : [];
}

/** What may be used of what storage holds. */
export function parseSavedCards(raw: unknown): readonly SavedCard[] | null {
  return Array.isArray(raw) ? withoutRepeats(raw.flatMap(parseCard)) : null;
}

function withoutRepeats(cards: readonly SavedCard[]): SavedCard[] {
  const byToken = new Map<string, SavedCard>();
  for (const card of cards) if (!byToken.has(card.data.token)) byToken.set(card.data.token, card);
  return [...byToken.values()].slice(0, enough);
}

/** The list with a card put in front; a card of the same token is there once (specification, point 9). */
export function withCard(cards: readonly SavedCard[], card: SavedCard): readonly SavedCard[] {
  return isMasked(card.pan) ? withoutRepeats([card, ...cards]) : cards;
}

/** The list without the card of a token. */
export function withoutCard(cards: readonly SavedCard[], token: string): readonly SavedCard[] {
  return cards.filter((card) => card.data.token !== token);
}

const none: readonly SavedCard[] = [];

/** The cards of this browser, the last used one first. */
export const savedCards = new StoredValue<readonly SavedCard[]>({
  place: 'local',
  key: 'savedCards',
  empty: none,
  parse: parseSavedCards,
});
