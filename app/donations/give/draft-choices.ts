import type { DonationChoices } from '#app/choices/donation-choices.ts';
import type { DonationDraft } from '../donation-draft.ts';

type Choices = Pick<DonationDraft, 'vote' | 'target'>;

/** In the order in which they are sent. */
const kinds = ['vote', 'target'] as const;

/** What a donation that is given once chooses, as the server takes it; undefined: nothing. */
export function choicesOf({ vote, target }: Choices): DonationChoices | undefined {
  const choices: DonationChoices = [];
  if (vote !== null) choices.push({ voteId: vote.voteId, optionId: vote.optionId });
  if (target !== null) choices.push({ targetId: target.targetId, revision: target.revision });
  return choices.length > 0 ? choices : undefined;
}

/**
 * The choices of a draft without those that the fields of a refusal name; null: they name none. A draft without its intent was changed
 * after it had been sent: the page that is read again decides about it.
 */
export function choicesLeft(draft: DonationDraft, fields: Readonly<Record<string, string>>): Choices | null {
  const names = Object.keys(fields).filter((name) => name.split('.')[0] === 'choices');
  if (names.length === 0) return null;
  const { vote, target } = draft;
  if (draft.intent === '') return { vote, target };
  const places = names.map((name) => name.split('.')[1]);
  const chosen = kinds.filter((kind) => draft[kind] !== null);
  // The release before names no place.
  const isRefused = (kind: (typeof kinds)[number]) =>
    places.includes(undefined) || places.includes(String(chosen.indexOf(kind)));
  return { vote: isRefused('vote') ? null : vote, target: isRefused('target') ? null : target };
}
