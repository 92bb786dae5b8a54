import { createHash } from 'node:crypto';

/** The id of what is made once of two others, always the same: a UUID of version 8. */
export function derivedId(one: string, other: string): string {
  const hex = createHash('md5').update(`${one}${other}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
