/** The thirteen types of creators: id and word on the wire (docs/rules.md#creators). */
export const creatorTypes = [
  { id: 13, word: 'author' },
  { id: 0, word: 'bloger' },
  { id: 1, word: 'gamer' },
  { id: 2, word: 'artist' },
  { id: 3, word: 'strimer' },
  { id: 4, word: 'musician' },
  { id: 7, word: 'podcast' },
  { id: 5, word: 'businessman' },
  { id: 8, word: 'photographer' },
  { id: 9, word: 'writer' },
  { id: 10, word: 'painter' },
  { id: 11, word: 'comic' },
  { id: 12, word: 'other' },
] as const;

export type CreatorTypeId = (typeof creatorTypes)[number]['id'];

/** A creator has 1 to 5 types (docs/rules.md#profile). */
export const mostCreatorTypes = 5;

/** Whether a number is the id of a creator type. */
export function isCreatorTypeId(id: number): id is CreatorTypeId {
  return creatorTypes.some((type) => type.id === id);
}
