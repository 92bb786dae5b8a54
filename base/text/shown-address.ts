/** An address as people read it: without `https://`, which browsers add, but with `http://`, which they do not. */
export function shownAddress(address: string): string {
  return address.replace(/^https:\/\//, '');
}
