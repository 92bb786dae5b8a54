import { z } from 'zod';
import { optionText } from '#app/votes/vote-shapes.ts';
import { wireId } from '#base/calls/id-wire.ts';

const number = z.int().min(1).max(2_147_483_647);

/** An option of a vote (docs/rules.md#votes). */
const voteChoice = z.strictObject({ voteId: wireId, optionId: number });

/** What the donor suggests as an option of a vote (docs/rules.md#suggestions). */
const suggestionChoice = z.strictObject({ voteId: wireId, suggestion: optionText() });

/** A target with the revision that the donor has seen (docs/rules.md#targets). */
const targetChoice = z.strictObject({ targetId: wireId, revision: number });

/** A reward with the revision that the donor has seen (docs/rules.md#rewards). */
const rewardChoice = z.strictObject({ rewardId: wireId, revision: number });

/** Faults of a choice, as the donor reads them. */
export const choiceFaults = {
  unknownOption: 'Этого варианта здесь нет. Выберите другой или отправьте донат без голоса',
  voteEnded: 'Голосование уже закончилось. Деньги не списаны: отправьте донат без голоса',
  noSuggestions: 'Свои варианты здесь больше не принимают. Выберите другой или отправьте донат без голоса',
  declinedSuggestion: 'Такого варианта не будет: автор его убрал или отклонил. Предложите другой',
  manySuggestions: 'Слишком много предложений ждут проверки. Выберите вариант автора или предложите позже',
  stoppedSuggestion: 'В варианте есть слова, которые на сайте запрещены. Напишите иначе',
  small: 'Суммы не хватает на один голос',
  twoVotes: 'Одним донатом можно голосовать один раз',
  unknownTarget: 'Этого рубежа здесь уже нет. Деньги не списаны: выберите другой или отправьте донат без него',
  targetEnded: 'Рубеж уже закрыт. Деньги не списаны: выберите другой или отправьте донат без него',
  targetChanged: 'Автор изменил рубеж. Деньги не списаны: посмотрите, что в нём теперь, и выберите снова',
  twoTargets: 'Одним донатом можно поддержать один рубеж',
  unknownReward: 'Этой награды здесь уже нет. Деньги не списаны: выберите другую или отправьте донат без неё',
  rewardEnded: 'Автор больше не предлагает эту награду. Деньги не списаны: выберите другую или отправьте донат без неё',
  rewardChanged: 'Автор изменил награду. Деньги не списаны: посмотрите, что в ней теперь, и выберите снова',
  soldOut: 'Эту награду уже разобрали. Деньги не списаны: выберите другую или отправьте донат без неё',
  crowded: 'Из вашей сети эту награду уже оплачивают. Попробуйте через несколько минут или поддержите без неё',
  smallForReward: 'Суммы не хватает на эту награду',
  twoRewards: 'Одним донатом можно взять одну награду',
  neither: 'Выберите вариант голосования, рубеж или награду',
} as const;

/** What a choice is of. */
export function kindOf(choice: DonationChoices[number]): 'vote' | 'target' | 'reward' {
  if ('voteId' in choice) return 'vote';
  return 'targetId' in choice ? 'target' : 'reward';
}

const { twoVotes, twoTargets, twoRewards } = choiceFaults;
const twoOf = { vote: twoVotes, target: twoTargets, reward: twoRewards } as const;

/** All choices of one donation: at most one of each kind. */
export const donationChoices = z
  .array(z.union([voteChoice, suggestionChoice, targetChoice, rewardChoice], { error: choiceFaults.neither }))
  .max(3)
  .superRefine((choices, context) => {
    const kinds = choices.map(kindOf);
    for (const [at, kind] of kinds.entries()) {
      if (kinds.indexOf(kind) < at) context.addIssue({ code: 'custom', path: [at], message: twoOf[kind] });
    }
  });

export type DonationChoices = z.output<typeof donationChoices>;

/** What a donation has decided. `code`: the code word of the option, null: it has none. `votes`: how many of them count now; `isCounted` false: not paid, or paid when the vote was over. */
const givenVote = z.object({
  voteId: wireId,
  optionId: z.int(),
  question: z.string(),
  option: z.string(),
  code: z.string().nullable(),
  votes: z.int(),
  isCounted: z.boolean(),
  /** What its donor had suggested, and the creator has accepted; absent: the donor has chosen what was offered. */
  suggestion: z.string().optional(),
});

/**
 * What a donor has suggested and nobody has accepted; it counts for nothing. `waiting` for the creator; `declined`; `ended`: the vote has ended before
 * the creator has decided. `suggestion`: null for others than its donor.
 */
const givenSuggestion = z.object({
  voteId: wireId,
  question: z.string(),
  suggestion: z.string().nullable(),
  state: z.enum(['waiting', 'declined', 'ended']),
  isCounted: z.literal(false),
});

/** What a donation was given for. `isCounted` false: not paid, or paid when the target was over. */
const givenTarget = z.object({ targetId: wireId, target: z.string(), isCounted: z.boolean() });

/** What a donation has taken. `isCounted` false: not paid, paid when none was left, or paid back. */
const givenReward = z.object({ rewardId: wireId, reward: z.string(), isCounted: z.boolean() });

export const givenChoice = z.union([givenVote, givenSuggestion, givenTarget, givenReward]);

export type GivenChoice = z.output<typeof givenChoice>;
