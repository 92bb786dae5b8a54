/** Whether the chosen chip is behind those that are shown first. A choice that is in no chip is not. */
export function isBehindFirst<Id>(chips: readonly { readonly id: Id }[], most: number, chosen: Id | null): boolean {
  return chips.slice(most).some(({ id }) => id === chosen);
}
