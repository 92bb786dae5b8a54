import type { AmountLimits } from '#base/text/amount-rules.ts';
import { readAmount, typedAmount } from '#base/text/amount-text.ts';
import { formMessages } from '#base/text/form-rules.ts';
import { sumFault } from '#base/text/sum-fault.ts';
import { faultsIn, lineFault } from '#base/ui/fields/draft-faults.ts';
import { targetLimits } from '../target-rules.ts';
import type { ShownTarget } from '../target-shapes.ts';

/** A target as it is typed, its sum grouped. */
export interface TargetDraft {
  readonly text: string;
  readonly goal: string;
}

/** Null: a new target. */
export function draftOf(target: ShownTarget | null): TargetDraft {
  if (target === null) return { text: '', goal: '' };
  return { text: target.text, goal: typedAmount(target.goal) };
}

/** What `Target/Save` takes. */
export function bodyOf({ text, goal }: TargetDraft, target: ShownTarget | null) {
  return { targetId: target?.id, revision: target?.revision, text, goal: readAmount(goal) ?? 0 };
}

/** What is wrong with a typed goal. One that stays was enough when it was set. */
function goalFault(typed: string, target: ShownTarget | null, limits: AmountLimits | null): string | null {
  const goal = readAmount(typed);
  const isLow = goal !== null && limits !== null && goal < limits.minAmount && goal !== target?.goal;
  return isLow ? formMessages.minimumAmount(limits.minAmount) : sumFault(typed);
}

/** All that is seen without asking the server. `target`: as it is known now; `limits`: of donations. */
export function faultsOf(
  { text, goal }: TargetDraft,
  target: ShownTarget | null,
  limits: AmountLimits | null,
): Record<string, string> {
  return faultsIn({ text: lineFault(text, targetLimits.text), goal: goalFault(goal, target, limits) });
}

/** The typed target as donors will see it; null: there is too little of it. */
export function previewOf(draft: TargetDraft, target: ShownTarget | null): ShownTarget | null {
  const { text, goal } = bodyOf(draft, target);
  const isReady = text.trim() !== '' && text.trim().length <= targetLimits.text && sumFault(draft.goal) === null;
  if (!isReady) return null;
  return {
    id: 'preview',
    text: text.trim(),
    goal,
    sum: target?.sum ?? 0,
    count: target?.count ?? 0,
    // What is reached is not offered, yet its text may still be seen here.
    isReached: false,
    closedAt: null,
    removedFor: null,
    createdAt: '',
    revision: 1,
  };
}
