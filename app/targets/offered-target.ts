import type { ShownTarget } from './target-shapes.ts';

/** A choice in a donor's draft, with the revision that the donor has seen. */
interface ChosenTarget {
  readonly targetId: string;
  readonly revision: number;
}

type OfferedTarget = Pick<ShownTarget, 'id' | 'revision' | 'isReached'>;

/** The targets of a page that a donation may still bring nearer. */
export function offeredTargets<Target extends OfferedTarget>(targets: readonly Target[]): readonly Target[] {
  return targets.filter(({ isReached }) => !isReached);
}

/** The choice of a stored draft as it is offered now: null once its target is not, or may promise something else. */
export function offeredTarget(chosen: ChosenTarget | null, targets: readonly OfferedTarget[]): ChosenTarget | null {
  const isOffered = offeredTargets(targets).some(
    ({ id, revision }) => id === chosen?.targetId && revision === chosen.revision,
  );
  return isOffered ? chosen : null;
}
