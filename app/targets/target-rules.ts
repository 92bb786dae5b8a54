/** The limits of targets (docs/rules.md#targets), for the form and the server. */
export const targetLimits = {
  text: 120,
  /** Open at once. */
  open: 5,
} as const;

/** Faults of a target, as the form and the server say them. */
export const targetFaults = {
  required: 'Заполните поле',
  positive: 'Значение должно превышать 0',
  chosenText: 'На этот рубеж уже собирают: текст изменить нельзя',
  chosenSum: 'На этот рубеж уже собирают: сумму изменить нельзя',
} as const;
