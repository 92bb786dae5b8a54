import type { DonationChoices } from '#app/choices/donation-choices.ts';
import type { DonationDraft, DraftChoices } from '../donation-draft.ts';

/** In the order in which they are sent. */
const kinds = ['vote', 'target', 'reward'] as const;

/** What a donation that is given once chooses, as the server takes it; undefined: nothing. */
export function choicesOf({ vote, target, reward }: DraftChoices): DonationChoices | undefined {
  const choices: DonationChoices = [];
  if (vote !== null) {
    const { price: _, ...choice } = vote;
    choices.push(choice);
  }
  if (target !== null) choices.push({ targetId: target.targetId, revision: target.revision });
  if (reward !== null) choices.push({ rewardId: reward.rewardId, revision: reward.revision });
  return choices.length > 0 ? choices : undefined;
}

/**
 * The choices of a draft without those that the fields of a refusal name; null: they name none. A draft without its intent was changed
 * after it had been sent: the page that is read again decides about it.
 */
export function choicesLeft(draft: DonationDraft, fields: Readonly<Record<string, string>>): DraftChoices | null {
  const places = Object.keys(fields).flatMap((name) => {
    const [field, place, part] = name.split('.');
    // A text is written anew.
    return field === 'choices' && part !== 'suggestion' ? [place] : [];
  });
  if (places.length === 0) return null;
  const { vote, target, reward } = draft;
  const left = { vote, target, reward };
  if (draft.intent === '') return left;
  for (const [at, kind] of kinds.filter((one) => draft[one] !== null).entries()) {
    // The release before names no place.
    if (places.includes(undefined) || places.includes(String(at))) left[kind] = null;
  }
  return left;
}
