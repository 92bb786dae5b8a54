import { call } from '#app/call.ts';
import type { PublicLevel } from '../public-level.ts';

const offers = new Map<string, Promise<readonly PublicLevel[]>>();

/** The levels of a creator, loaded once; empty where they cannot be read, since any amount can be given without them. */
export function levelsOf(userName: string): Promise<readonly PublicLevel[]> {
  return offers.get(userName) ?? loadLevels(userName);
}

/** The same, loaded anew. */
export function loadLevels(userName: string): Promise<readonly PublicLevel[]> {
  const asked = call('GET Membership/Levels', { query: { userName } }).then(
    ({ levels }) => levels,
    () => {
      offers.delete(userName);
      return [];
    },
  );
  offers.set(userName, asked);
  return asked;
}
