import { z } from 'zod';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { seenLine } from '#base/calls/text-wire.ts';
import { isCode, writtenCode } from './code-words.ts';
import { voteFaults, voteLimits } from './vote-rules.ts';

const instant = z.iso.datetime();

/** A text on one line that everybody sees. */
const words = (most: number) => seenLine().min(1, { error: voteFaults.required }).max(most);

/** The text of an option. */
export const optionText = () => words(voteLimits.option);

/** An option as its creator writes it. Without `optionId` it is new. `code`: its code word; null: none, absent: as it was. */
const writtenOption = z.strictObject({
  optionId: z.int().positive().optional(),
  text: optionText(),
  isHidden: z.boolean().default(false),
  code: z.string().overwrite(writtenCode).refine(isCode, { error: voteFaults.badCode }).nullable().optional(),
});

/** What a creator writes of a vote. */
export const voteBody = z.strictObject({
  voteId: wireId.optional(),
  revision: z.int().optional(),
  question: words(voteLimits.question),
  options: z.array(writtenOption).max(voteLimits.mostOptions, { error: voteFaults.manyOptions }),
  price: money.refine((price) => price > 0, { error: 'Значение должно превышать 0' }),
  endsAt: instant.nullable().default(null),
  /** Minutes from now by the clock of the server, instead of `endsAt`. */
  endsIn: z.int().min(1).max(voteLimits.minutes).optional(),
  endSum: money
    .refine((sum) => sum > 0, { error: 'Значение должно превышать 0' })
    .nullable()
    .default(null),
  close: z.boolean().default(false),
  /** Whether donors may suggest options; absent: as it was, and not for a new vote. */
  takesSuggestions: z.boolean().optional(),
});

/** `votes`, `sum` and `count` (of donations): what is paid and not refunded. */
const figures = { votes: z.int(), sum: money, count: z.int() };

/**
 * An option that donors have suggested and that is not offered. `waiting`: its creator has to decide; `declined`: a moderator has declined it,
 * `declinedFor` says why. Its figures count for nothing.
 */
const suggestion = z.object({
  suggestionId: z.int(),
  text: z.string(),
  state: z.enum(['waiting', 'declined']),
  declinedFor: z.string().nullable(),
  sum: money,
  count: z.int(),
});

/**
 * A vote with its figures. `closedAt`: when it was over; null: it is open. `removedFor`: why a moderator has taken it away, `isHidden`: its creator an
 * option; only the creator and the staff then get it. `code`: the code word by which a message chooses the option. They alone get `isChosen`: whether a donation has chosen the option, or anything in the vote, paid
 * or not, refunded too; `isSuggested`: a donor has suggested the option; and `suggestions`: those that are paid and wait, at most 100, the first ones
 * first, then those that a moderator has declined.
 */
export const shownVote = z.object({
  id: wireId,
  question: z.string(),
  price: money,
  endsAt: instant.nullable(),
  endSum: money.nullable(),
  isOpen: z.boolean(),
  closedAt: instant.nullable(),
  removedFor: z.string().nullable(),
  createdAt: instant,
  revision: z.int(),
  takesSuggestions: z.boolean(),
  isChosen: z.boolean().optional(),
  suggestions: z.array(suggestion).optional(),
  ...figures,
  options: z.array(
    z.object({
      optionId: z.int(),
      text: z.string(),
      isHidden: z.boolean(),
      code: z.string().nullable(),
      isChosen: z.boolean().optional(),
      isSuggested: z.boolean().optional(),
      ...figures,
    }),
  ),
});

/** What a creator decides about a suggestion. */
export const decisionBody = z.strictObject({
  voteId: wireId,
  suggestionId: z.int().positive(),
  decision: z.enum(['accept', 'decline']),
  /** With `accept`: the option that it is the same as. */
  optionId: z.int().positive().optional(),
});

export type DecisionBody = z.output<typeof decisionBody>;
export type VoteBody = z.output<typeof voteBody>;
/** On the wire: money in main units. */
export type ShownVote = z.input<typeof shownVote>;
