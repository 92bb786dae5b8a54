import { readAmount, typedAmount } from '#base/text/amount-text.ts';
import { formMessages, required } from '#base/text/form-rules.ts';
import { readWhole } from '#base/text/whole-number.ts';
import { rewardFaults } from '../reward-rules.ts';
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

/** What is seen without asking the server, which knows all other rules. */
export function faultsOf({ text, price, stock }: RewardDraft): Record<string, string> {
  const faults: Record<string, string> = {};
  const amount = readAmount(price);
  if (required(text) !== null) faults.text = formMessages.required;
  if (amount === null) faults.price = formMessages.required;
  else if (Number.isNaN(amount)) faults.price = formMessages.amount;
  if (Number.isNaN(readWhole(stock) ?? 1)) faults.stock = rewardFaults.whole;
  return faults;
}
