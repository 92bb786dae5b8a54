import { idParameter } from '#base/ui/lists/id-parameter.ts';
import { loadLevels } from '../joining/load-levels.ts';
import type { PublicLevel } from '../public-level.ts';

/** The level that a member has come for, and what its creator offers. */
export interface WantedLevel {
  readonly levelId: string;
  readonly offered: readonly PublicLevel[];
}

/** The level of a creator that an address names; null: it names none. */
export async function readWanted(params: URLSearchParams, userName: string): Promise<WantedLevel | null> {
  const levelId = idParameter(params, 'level');
  return levelId === undefined ? null : { levelId, offered: await loadLevels(userName) };
}
