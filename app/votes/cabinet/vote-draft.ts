import { readAmount, typedAmount } from '#base/text/amount-text.ts';
import { formMessages, required } from '#base/text/form-rules.ts';
import { optionFaults } from '../vote-rules.ts';
import type { ShownVote } from '../vote-shapes.ts';

/** A vote as it is typed: a line for each option, sums grouped. */
export interface VoteDraft {
  readonly question: string;
  readonly options: string;
  readonly price: string;
  /** In how many minutes it ends: as text, or by hand, or when it would end anyway. */
  readonly minutes: string;
  readonly endSum: string;
}

/** The value of `minutes` that leaves the moment as it is. */
export const sameMoment = 'same';

/** Null: a new vote. Hidden options are not typed. */
export function draftOf(vote: ShownVote | null): VoteDraft {
  if (vote === null) return { question: '', options: '', price: typedAmount(5000), minutes: '', endSum: '' };
  const { question, options, price, endsAt, endSum } = vote;
  return {
    question,
    options: options.flatMap(({ text, isHidden }) => (isHidden ? [] : text)).join('\n'),
    price: typedAmount(price),
    minutes: endsAt === null ? '' : sameMoment,
    endSum: endSum === null ? '' : typedAmount(endSum),
  };
}

/** The typed options: a line that was there before stays that option, and hidden ones stay hidden unless their text is typed. */
function optionsOf(typed: string, known: ShownVote['options']) {
  const lines = typed.split('\n').map((line) => line.trim());
  const texts = lines.filter((text) => text !== '');
  const written = texts.map((text, at) => {
    const option = texts.indexOf(text) === at ? known.find((one) => one.text === text) : undefined;
    return { optionId: option?.optionId, text, isHidden: false };
  });
  const hidden = known.filter(({ text, isHidden }) => isHidden && !texts.includes(text));
  return [...written, ...hidden.map(({ optionId, text, isHidden }) => ({ optionId, text, isHidden }))];
}

/** The line of the fault of an option, empty lines counted too; null: the fault is of all options, or of a hidden one. */
export function lineOfFault(field: string, typed: string): number | null {
  const lines = typed.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : at + 1));
  return lines[Number(field.split('.')[1])] ?? null;
}

/** Minutes are counted by the server: the clock of a phone may be wrong. */
function endOf(minutes: string, vote: ShownVote | null) {
  if (minutes === sameMoment) return { endsAt: vote?.endsAt ?? null };
  return minutes === '' ? { endsAt: null } : { endsIn: Number(minutes) };
}

/** What `Vote/Save` takes. */
export function bodyOf({ question, options, price, minutes, endSum }: VoteDraft, vote: ShownVote | null) {
  return {
    voteId: vote?.id,
    revision: vote?.revision,
    question,
    options: optionsOf(options, vote?.options ?? []),
    price: readAmount(price) ?? 0,
    ...endOf(minutes, vote),
    endSum: endSum.trim() === '' ? null : readAmount(endSum),
  };
}

/** What is seen without asking the server, which knows all other rules. */
export function faultsOf(draft: VoteDraft): Record<string, string> {
  const { question, options, price, endSum } = draft;
  const faults: Record<string, string> = optionFaults(optionsOf(options, []));
  if (required(question) !== null) faults.question = formMessages.required;
  if (Number.isNaN(readAmount(price) ?? 0)) faults.price = formMessages.amount;
  if (Number.isNaN(readAmount(endSum) ?? 0)) faults.endSum = formMessages.amount;
  return faults;
}

/** The typed vote as donors will see it, without its end; null: there is too little of it. */
export function previewOf(draft: VoteDraft): ShownVote | null {
  const { question, options, price } = bodyOf(draft, null);
  const isReady = question.trim() !== '' && options.length > 1 && price !== null && price > 0;
  if (!isReady) return null;
  const nothing = { votes: 0, sum: 0, count: 0 };
  return {
    id: 'preview',
    question: question.trim(),
    price,
    endsAt: null,
    endSum: null,
    isOpen: true,
    closedAt: null,
    removedFor: null,
    createdAt: '',
    revision: 1,
    ...nothing,
    options: options.map(({ text }, at) => ({ ...nothing, optionId: at + 1, text, isHidden: false })),
  };
}
