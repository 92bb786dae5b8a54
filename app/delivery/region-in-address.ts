interface NamedRegion {
  readonly name: string;
}

/** The region named as a part of an address, or null. */
export function regionIn<Region extends NamedRegion>(address: string, regions: readonly Region[]): Region | null {
  const words = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^город\s+/, '');
  const parts = address.split(',').map(words);
  return regions.find(({ name }) => parts.includes(words(name))) ?? null;
}
