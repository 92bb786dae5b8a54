import type { ShownGoal } from './widget-shapes.ts';

/** From when on donations count for a goal that has not begun; null: they count already, or not donations do but members. */
export function goalStart({ since, members }: Pick<ShownGoal, 'since' | 'members'>, now: Date): string | null {
  return since !== null && members === null && Date.parse(since) > now.getTime() ? since : null;
}
