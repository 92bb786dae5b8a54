import { z } from 'zod';
import { wireId } from '#base/calls/id-wire.ts';

/** What a donor decides with a donation: an option of a vote (docs/rules.md#votes). */
const donationChoice = z.strictObject({ voteId: wireId, optionId: z.int().min(1).max(2_147_483_647) });

export const choiceFaults = {
  unknown: 'Этого варианта здесь нет. Выберите другой или отправьте донат без голоса',
  ended: 'Голосование уже закончилось. Деньги не списаны: отправьте донат без голоса',
  small: 'Суммы не хватает на один голос',
  twice: 'Одним донатом можно голосовать один раз',
} as const;

/** All choices of one donation. */
export const donationChoices = z.array(donationChoice).max(1, { error: choiceFaults.twice });

export type DonationChoices = z.output<typeof donationChoices>;

/** What a donation has decided. `votes`: how many of them count now; `isCounted` false: not paid, or paid when the vote was over. */
export const givenChoice = z.object({
  voteId: wireId,
  optionId: z.int(),
  question: z.string(),
  option: z.string(),
  votes: z.int(),
  isCounted: z.boolean(),
});

export type GivenChoice = z.output<typeof givenChoice>;
