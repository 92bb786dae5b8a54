import { call } from '#app/call.ts';
import type { PublicLevel } from '../levels/public-level.ts';

const offers = new Map<string, Promise<readonly PublicLevel[]>>();

/** The levels of a project, loaded once; empty where they cannot be read, since any amount can be given without them. */
export function levelsOf(projectId: string): Promise<readonly PublicLevel[]> {
  const asked =
    offers.get(projectId) ??
    call('GET Membership/Levels', { query: { projectId } }).then(
      ({ levels }) => levels,
      () => {
        offers.delete(projectId);
        return [];
      },
    );
  offers.set(projectId, asked);
  return asked;
}
