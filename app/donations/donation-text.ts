/** The maximum length of a donor's name. */
export const nameMaxLength = 60;

/** Folds a name: names that differ only in case, spaces or the form of their letters are one donor. */
function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** The row of the top list that a donation counts in. Anonymous donations and those without a name share one row. */
export function donorKeyOf(donor: { personId: string | null; name: string | null; isAnonymous: boolean }): string {
  if (donor.isAnonymous || donor.name === null) return 'anonymous';
  return donor.personId === null ? `name:${foldName(donor.name)}` : `person:${donor.personId}`;
}
