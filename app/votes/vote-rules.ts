/** The limits of votes (docs/rules.md#votes), for the form and the server. */
export const voteLimits = {
  question: 120,
  option: 60,
  leastOptions: 2,
  mostOptions: 20,
  /** Open at once. */
  open: 5,
  /** Suggestions of one vote that wait for its creator. */
  waiting: 100,
  /** Of `endsIn`: a week. */
  minutes: 10_080,
} as const;

/** Faults of a vote that stand at several fields, as the form and the server say them. */
export const voteFaults = {
  required: 'Заполните поле',
  fewOptions: 'Нужно хотя бы два варианта, которые видят донатеры',
  manyOptions: 'Больше двадцати вариантов нельзя',
  twice: 'Такой вариант уже есть',
  ended: 'Укажите время в будущем',
  chosenPrice: 'За варианты уже голосуют: цену изменить нельзя',
  chosenQuestion: 'За варианты уже голосуют: вопрос изменить нельзя',
  chosenText: 'Этот вариант уже выбирали: его можно только скрыть',
  unknownOption: 'Такого варианта нет. Обновите страницу',
  badCode: 'От 2 до 20 букв или цифр, без пробелов',
  codeTwice: 'Такое кодовое слово уже есть у другого варианта',
  codeElsewhere: 'Это кодовое слово занято в другом вашем голосовании',
  codeStopped: 'Это слово на сайте запрещено',
} as const;

interface TypedOption {
  readonly text: string;
  readonly isHidden: boolean;
}

/** A text as it is compared with others: blanks and capitals make no difference. */
export const folded = (text: string) => text.trim().replace(/\s+/gu, ' ').toLocaleLowerCase('ru');

interface CodedOption {
  /** Null, or none: it has no code word. */
  readonly code?: string | null | undefined;
}

/** What is wrong with the code words of a vote, by the names of their fields. `taken`: those of the creator's other open votes. */
export function codeFaults(options: readonly CodedOption[], taken: ReadonlySet<string>): Record<string, string> {
  const faults: Record<string, string> = {};
  const codes = options.map(({ code }) => code ?? null);
  for (const [at, code] of codes.entries()) {
    if (code === null) continue;
    if (taken.has(code)) faults[`options.${at}.code`] = voteFaults.codeElsewhere;
    if (codes.indexOf(code) < at) faults[`options.${at}.code`] = voteFaults.codeTwice;
  }
  return faults;
}

/** What is wrong with the options of a vote, by the names of their fields. */
export function optionFaults(options: readonly TypedOption[]): Record<string, string> {
  const faults: Record<string, string> = {};
  const texts = options.map(({ text }) => folded(text));
  for (const [at, text] of texts.entries()) {
    if (texts.indexOf(text) < at) faults[`options.${at}.text`] = voteFaults.twice;
  }
  if (options.filter(({ isHidden }) => !isHidden).length < voteLimits.leastOptions) {
    faults.options = voteFaults.fewOptions;
  }
  return faults;
}
