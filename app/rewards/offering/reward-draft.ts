import { type AmountLimits, amountRules } from '#base/text/amount-rules.ts';
import { readAmount, typedAmount } from '#base/text/amount-text.ts';
import { firstFailure, formMessages } from '#base/text/form-rules.ts';
import { notBelow, notWhole, readWhole } from '#base/text/number-text.ts';
import { sumFault } from '#base/text/sum-fault.ts';
import { faultsIn, lineFault } from '#base/ui/fields/draft-faults.ts';
import { rewardFaults, rewardLimits } from '../reward-rules.ts';
import type { ShownReward } from '../reward-shapes.ts';

/** A reward as it is typed, its numbers grouped. */
export interface RewardDraft {
  readonly text: string;
  readonly price: string;
  /** Empty: there is no limit. */
  readonly stock: string;
}

/** Null: a new reward. */
export function draftOf(reward: ShownReward | null): RewardDraft {
  if (reward === null) return { text: '', price: '', stock: '' };
  const { text, price, stock } = reward;
  return { text, price: typedAmount(price), stock: stock === null ? '' : typedAmount(stock) };
}

/** The typed reward with what of it may no longer be typed, as it is known now: the stock may still rise and fall. */
export function withFixed(draft: RewardDraft, reward: ShownReward | null): RewardDraft {
  return reward?.isChosen === true ? { ...draftOf(reward), stock: draft.stock } : draft;
}

/** What `Reward/Save` takes. */
export function bodyOf({ text, price, stock }: RewardDraft, reward: ShownReward | null) {
  return {
    rewardId: reward?.id,
    revision: reward?.revision,
    text,
    price: readAmount(price) ?? 0,
    stock: readWhole(stock),
    seenStock: reward?.stock,
  };
}

const leastStock = 1;

/** What is wrong with a typed stock, of which some may be taken or kept for donors who are paying. */
function stockFault(typed: string, reward: ShownReward | null): string | null {
  const stock = readWhole(typed);
  if (stock === null) return null;
  if (Number.isNaN(stock)) return notWhole;
  if (stock < leastStock) return notBelow(leastStock);
  if (stock > rewardLimits.stock) return formMessages.notAbove(rewardLimits.stock);
  return stock < (reward?.taken ?? 0) + (reward?.paying ?? 0) ? rewardFaults.stock : null;
}

/** What is wrong with a typed price. One that stays was a sum of a donation when it was set. */
function priceFault(typed: string, reward: ShownReward | null, limits: AmountLimits | null): string | null {
  const price = readAmount(typed);
  if (price === null) return formMessages.required;
  if (limits === null) return sumFault(typed);
  return price === reward?.price ? null : firstFailure(price, amountRules(limits));
}

/** All that is seen without asking the server. `reward`: as it is known now; `limits`: of donations. */
export function faultsOf(
  { text, price, stock }: RewardDraft,
  reward: ShownReward | null,
  limits: AmountLimits | null,
): Record<string, string> {
  return faultsIn({
    text: lineFault(text, rewardLimits.text),
    price: priceFault(price, reward, limits),
    stock: stockFault(stock, reward),
  });
}
