import { z } from 'zod';
import { wireId } from '#base/calls/id-wire.ts';

const number = z.int().min(1).max(2_147_483_647);

/** An option of a vote (docs/rules.md#votes). */
const voteChoice = z.strictObject({ voteId: wireId, optionId: number });

/** A target with the revision that the donor has seen (docs/rules.md#targets). */
const targetChoice = z.strictObject({ targetId: wireId, revision: number });

/** Faults of a choice, as the donor reads them. */
export const choiceFaults = {
  unknownOption: 'Этого варианта здесь нет. Выберите другой или отправьте донат без голоса',
  voteEnded: 'Голосование уже закончилось. Деньги не списаны: отправьте донат без голоса',
  small: 'Суммы не хватает на один голос',
  twoVotes: 'Одним донатом можно голосовать один раз',
  unknownTarget: 'Этого рубежа здесь уже нет. Деньги не списаны: выберите другой или отправьте донат без него',
  targetEnded: 'Рубеж уже закрыт. Деньги не списаны: выберите другой или отправьте донат без него',
  targetChanged: 'Автор изменил рубеж. Деньги не списаны: посмотрите, что в нём теперь, и выберите снова',
  neither: 'Выберите вариант голосования или рубеж',
  twoTargets: 'Одним донатом можно поддержать один рубеж',
} as const;

/** All choices of one donation: at most one vote and one target. */
export const donationChoices = z
  .array(z.union([voteChoice, targetChoice], { error: choiceFaults.neither }))
  .max(2)
  .superRefine((choices, context) => {
    const [first, second] = choices;
    if (first === undefined || second === undefined) return;
    const isVote = 'voteId' in second;
    if ('voteId' in first !== isVote) return;
    const message = isVote ? choiceFaults.twoVotes : choiceFaults.twoTargets;
    context.addIssue({ code: 'custom', path: [1], message });
  });

export type DonationChoices = z.output<typeof donationChoices>;

/** What a donation has decided. `votes`: how many of them count now; `isCounted` false: not paid, or paid when the vote was over. */
const givenVote = z.object({
  voteId: wireId,
  optionId: z.int(),
  question: z.string(),
  option: z.string(),
  votes: z.int(),
  isCounted: z.boolean(),
});

/** What a donation was given for. `isCounted` false: not paid, or paid when the target was over. */
const givenTarget = z.object({ targetId: wireId, target: z.string(), isCounted: z.boolean() });

export const givenChoice = z.union([givenVote, givenTarget]);

export type GivenChoice = z.output<typeof givenChoice>;
