import { membersOf, StoredValue } from '#base/text/stored-value.ts';
import type { CardPayer } from '../systems/payer-client.ts';

/**
 * A card saved in this browser: its masked number, its expiry `MMYY` and the provider's token (docs/rules.md#payment-gateway). Without `system` it is
 * the gateway's.
 */
export interface SavedCard {
  readonly pan: string;
  readonly expire: string;
  readonly data: { readonly token: string; readonly system?: CardPayer['system'] };
}

const maxCards = 10;

/** A masked number has at most six digits in a row. The full number must never be stored. */
function isMasked(pan: string): boolean {
  return !/\d{7,}/.test(pan.replace(/\s/g, ''));
}

function parseCard(raw: unknown): SavedCard[] {
  const { pan, expire, data } = membersOf(raw);
  const { token, system } = membersOf(data);
  if (system !== undefined && system !== 'payme-card') return [];
  if (typeof pan !== 'string' || typeof expire !== 'string' || typeof token !== 'string') return [];
  return isMasked(pan) ? [{ pan, expire, data: { token, ...(system && { system }) } }] : [];
}

/** Parses a stored list; invalid cards are left out. */
export function parseSavedCards(raw: unknown): readonly SavedCard[] | null {
  return Array.isArray(raw) ? withoutRepeats(raw.flatMap(parseCard)) : null;
}

function withoutRepeats(cards: readonly SavedCard[]): SavedCard[] {
  const byToken = new Map<string, SavedCard>();
  for (const card of cards) if (!byToken.has(card.data.token)) byToken.set(card.data.token, card);
  return [...byToken.values()].slice(0, maxCards);
}

/** The list with a card in front, unique by token (docs/rules.md#payment-gateway). */
export function withCard(cards: readonly SavedCard[], card: SavedCard): readonly SavedCard[] {
  return isMasked(card.pan) ? withoutRepeats([card, ...cards]) : cards;
}

/** The list without the card that has a token. */
export function withoutCard(cards: readonly SavedCard[], token: string): readonly SavedCard[] {
  return cards.filter((card) => card.data.token !== token);
}

/** The cards of one system; undefined: of the gateway. */
export function cardsOf(cards: readonly SavedCard[], system: CardPayer['system'] | undefined): readonly SavedCard[] {
  return cards.filter((card) => card.data.system === system);
}

const none: readonly SavedCard[] = [];

/** The saved cards, the last used one first. */
export const savedCards = new StoredValue<readonly SavedCard[]>({
  place: 'local',
  key: 'savedCards',
  empty: none,
  parse: parseSavedCards,
});
