/** The limits of draws (docs/rules.md#draws), for the form and the server. */
export const drawLimits = {
  text: 120,
  winners: 50,
  /** Not over at once. */
  open: 5,
  /** From the making to the end, so that donors can see it. */
  leastMinutes: 30,
  /** The same where earlier donations take part: a day. */
  leastMinutesBefore: 1_440,
  /** From the making to the end: 31 days. */
  minutes: 44_640,
  /** How many days before the making the period may begin. */
  daysBefore: 31,
  reason: 300,
  answer: 300,
} as const;

/** After the end, until payments that were made before it are written. */
export const settlingSeconds = 60;

/** After this time a draw that its creator has not held is held by itself. */
export const holdHours = 24;

/** A place whose winner does not answer for so long may be passed on. */
export const answerHours = 72;

/** Faults of a draw, as the form and the server say them. */
export const drawFaults = {
  required: 'Заполните поле',
  positive: 'Значение должно превышать 0',
  early: 'Считать можно донаты не больше чем за 31 день до объявления',
  future: 'Начало не может быть в будущем',
  short: 'С прежними донатами розыгрыш идёт не меньше суток',
} as const;

/** So many days after a prize is given nobody needs to know how its winner is reached. */
export const answerDays = 90;

/** `open`: donations take part; `over`: the time is over, and it can be held. */
export const drawStates = ['open', 'over', 'held', 'cancelled', 'removed'] as const;
