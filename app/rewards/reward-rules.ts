/** The limits of rewards (docs/rules.md#rewards), for the form and the server. */
export const rewardLimits = {
  text: 120,
  /** Pieces of one that is limited. */
  stock: 10_000,
  /** Open at once. */
  open: 10,
} as const;

/** Faults of a reward, as the form and the server say them. */
export const rewardFaults = {
  required: 'Заполните поле',
  positive: 'Значение должно превышать 0',
  chosenText: 'Эту награду уже выбирали: текст изменить нельзя',
  chosenPrice: 'Эту награду уже выбирали: сумму изменить нельзя',
  seenStock: 'Укажите и прежнее количество',
  stock: 'Больше наград уже взяли или сейчас оплачивают',
} as const;

/** Which rewards are listed: those that were taken, or what was paid for when no piece was left. */
export const owedStates = ['owed', 'given', 'all', 'missed'] as const;

export type OwedState = (typeof owedStates)[number];
