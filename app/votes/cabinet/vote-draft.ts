import { readAmount, typedAmount } from '#base/text/amount-text.ts';
import { sumFault } from '#base/text/sum-fault.ts';
import { faultsIn, lineFault } from '#base/ui/fields/draft-faults.ts';
import { isCode, writtenCode } from '../code-words.ts';
import { codeFaults, optionFaults, voteFaults, voteLimits } from '../vote-rules.ts';
import type { ShownVote } from '../vote-shapes.ts';

/** A vote as it is typed: a line for each option that may be typed, sums grouped. */
export interface VoteDraft {
  readonly question: string;
  readonly options: string;
  /** The code words as typed, by the texts of their options. */
  readonly codes: Readonly<Record<string, string>>;
  readonly price: string;
  /** In how many minutes it ends: as text, or by hand, or when it would end anyway. */
  readonly minutes: string;
  readonly endSum: string;
  readonly takesSuggestions: boolean;
}

/** The value of `minutes` that leaves the moment as it is. */
export const sameMoment = 'same';

/** Donors have chosen it, paid or not: it stays as they have seen it, and can only be hidden. */
export const isFixed = ({ isChosen }: ShownVote['options'][number]) => isChosen === true;

/** Donors have chosen or suggested something: the question and the price stay. */
export const isAnswered = ({ isChosen, options }: ShownVote) => isChosen === true || options.some(isFixed);

/** Null: a new vote. Options that are hidden or chosen are not typed. */
export function draftOf(vote: ShownVote | null): VoteDraft {
  if (vote === null)
    return {
      question: '',
      options: '',
      codes: {},
      price: typedAmount(5000),
      minutes: '',
      endSum: '',
      takesSuggestions: false,
    };
  const { question, options, price, endsAt, endSum, takesSuggestions } = vote;
  return {
    question,
    options: options.flatMap((option) => (option.isHidden || isFixed(option) ? [] : option.text)).join('\n'),
    codes: Object.fromEntries(options.map(({ text, code }) => [text, code ?? ''])),
    price: typedAmount(price),
    minutes: endsAt === null ? '' : sameMoment,
    endSum: endSum === null ? '' : typedAmount(endSum),
    takesSuggestions,
  };
}

/** The typed vote with what of it may no longer be typed, as it is known now. */
export function withFixed(draft: VoteDraft, vote: ShownVote | null): VoteDraft {
  if (vote === null || !isAnswered(vote)) return draft;
  return { ...draft, question: vote.question, price: typedAmount(vote.price) };
}

/** The code word typed for an option, which may have the name of something that every object has. */
const typedCode = (codes: VoteDraft['codes'], text: string) =>
  (Object.hasOwn(codes, text) ? codes[text] : undefined) ?? '';

/** An option as it will be saved. */
interface WrittenOption {
  readonly optionId: number | undefined;
  readonly text: string;
  readonly isHidden: boolean;
  /** Null: none; undefined: as it was. */
  readonly code: string | null | undefined;
  /** Where it is typed, empty lines counted too; null: it is not. */
  readonly line: number | null;
}

/**
 * All options: a typed line that was there before stays that option, chosen ones stay in their places, and hidden ones stay hidden unless their text
 * is typed.
 */
function optionsOf({ options: typed, codes }: VoteDraft, vote: ShownVote | null): readonly WrittenOption[] {
  const known = vote?.options ?? [];
  const codeOf = (text: string) => writtenCode(typedCode(codes, text)) || null;
  const seen = known.filter(({ isHidden }) => !isHidden);
  const fixed = new Set(seen.filter(isFixed).map(({ text }) => text));
  const lines = typed.split('\n').map((line, at) => ({ text: line.trim(), line: at + 1 }));
  const texts = lines.map(({ text }) => text);
  const written = lines.flatMap(({ text, line }): WrittenOption[] => {
    if (text === '' || fixed.has(text)) return [];
    const option = texts.indexOf(text) === line - 1 ? known.find((one) => one.text === text) : undefined;
    return [{ optionId: option?.optionId, text, isHidden: false, code: codeOf(text), line }];
  });
  for (const [at, { optionId, text }] of seen.entries()) {
    if (fixed.has(text)) written.splice(at, 0, { optionId, text, isHidden: false, code: codeOf(text), line: null });
  }
  const hidden = known.filter(({ text, isHidden }) => isHidden && !texts.includes(text));
  return [
    ...written,
    ...hidden.map(({ optionId, text }) => ({ optionId, text, isHidden: true, code: undefined, line: null })),
  ];
}

/** The line of the fault of an option; null: the fault is of all options, or of one that is not typed. */
export function lineOfFault(field: string, draft: VoteDraft, vote: ShownVote | null): number | null {
  return optionsOf(draft, vote)[Number(field.split('.')[1])]?.line ?? null;
}

/** The options that donors will see, with their code words as typed, and what is wrong with these. */
export function codesOf(draft: VoteDraft, vote: ShownVote | null, fields: Readonly<Record<string, string>>) {
  const written = optionsOf(draft, vote);
  const texts = written.map(({ text }) => text);
  return written.flatMap(({ text, isHidden }, at) =>
    isHidden || texts.indexOf(text) < at
      ? []
      : { text, code: typedCode(draft.codes, text), fault: fields[`options.${at}.code`] },
  );
}

/** The draft with other lines: an option that is typed anew in its line keeps its code word. */
export function withLines({ options, codes }: VoteDraft, typed: string): Pick<VoteDraft, 'options' | 'codes'> {
  const before = options.split('\n');
  const lines = typed.split('\n');
  if (before.length !== lines.length) return { options: typed, codes };
  const moved = before.flatMap((line, at): [string, string][] => {
    const code = typedCode(codes, line.trim());
    const text = lines[at]?.trim() ?? '';
    return code === '' || lines.includes(line) || text === '' ? [] : [[text, code]];
  });
  return { options: typed, codes: { ...codes, ...Object.fromEntries(moved) } };
}

/** Minutes are counted by the server: the clock of a phone may be wrong. */
function endOf(minutes: string, vote: ShownVote | null) {
  if (minutes === sameMoment) return { endsAt: vote?.endsAt ?? null };
  return minutes === '' ? { endsAt: null } : { endsIn: Number(minutes) };
}

/** What `Vote/Save` takes. */
export function bodyOf(draft: VoteDraft, vote: ShownVote | null) {
  const { question, price, minutes, endSum, takesSuggestions } = draft;
  return {
    voteId: vote?.id,
    revision: vote?.revision,
    question,
    options: optionsOf(draft, vote).map(({ line: _, ...option }) => option),
    price: readAmount(price) ?? 0,
    ...endOf(minutes, vote),
    endSum: endSum.trim() === '' ? null : readAmount(endSum),
    takesSuggestions,
  };
}

/** All that is seen without asking the server. */
export function faultsOf(draft: VoteDraft, vote: ShownVote | null) {
  const { question, price, endSum } = draft;
  const written = optionsOf(draft, vote);
  const codes = written.map(({ code }, at) => {
    const isWrong = code !== null && code !== undefined && !isCode(code);
    return [`options.${at}.code`, isWrong ? voteFaults.badCode : null] as const;
  });
  const lines = written.map(({ text }, at) => [`options.${at}.text`, lineFault(text, voteLimits.option)] as const);
  return {
    ...optionFaults(written),
    ...codeFaults(written, new Set()),
    ...faultsIn({
      question: lineFault(question, voteLimits.question),
      options: written.length > voteLimits.mostOptions ? voteFaults.manyOptions : null,
      ...Object.fromEntries([...lines, ...codes]),
      price: sumFault(price),
      endSum: endSum.trim() === '' ? null : sumFault(endSum),
    }),
  };
}

/** The typed vote as donors will see it, without its end; null: there is too little of it. */
export function previewOf(draft: VoteDraft, vote: ShownVote | null): ShownVote | null {
  const { question, options: all, price } = bodyOf(draft, vote);
  const options = all.filter(({ isHidden }) => !isHidden);
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
    takesSuggestions: draft.takesSuggestions,
    ...nothing,
    options: options.map(({ text, code = null }, at) => ({
      ...nothing,
      optionId: at + 1,
      text,
      isHidden: false,
      code,
    })),
  };
}
