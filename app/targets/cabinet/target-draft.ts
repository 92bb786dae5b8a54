import { readAmount, typedAmount } from '#base/text/amount-text.ts';
import { formMessages, required } from '#base/text/form-rules.ts';
import { sumFault } from '#base/text/sum-fault.ts';
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

/** What is seen without asking the server, which knows all other rules. */
export function faultsOf({ text, goal }: TargetDraft): Record<string, string> {
  const faults: Record<string, string> = {};
  const goalFault = sumFault(goal);
  if (required(text) !== null) faults.text = formMessages.required;
  if (goalFault !== null) faults.goal = goalFault;
  return faults;
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
