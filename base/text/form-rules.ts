import { formatAmount } from '../money/money.ts';

/** A rule of a form: returns its Russian message (docs/rules.md#form-rules), or null if the value is valid. */
export type FormRule<Value> = (value: Value) => string | null;

/** A bound as texts write it: `10 000`, `12,50`. */
export const written = (bound: number) => formatAmount(bound).replace(/\s/g, ' ');

/** The texts of the form rules, word for word (docs/rules.md#form-rules). */
export const formMessages = {
  required: 'Заполните поле',
  minimumAmount: (bound: number) => `Минимальная сумма от ${written(bound)}`,
  above: (bound: number) => `Значение должно превышать ${written(bound)}`,
  notAbove: (bound: number) => `Значение не должно превышать ${written(bound)}`,
  maximumLength: (length: number) => `Максимальная длинна текста ${length} символов`,
  amount: 'Укажите сумму числом',
  turning: 'Уберите знаки, которые меняют направление текста',
} as const;

/** Fails on an empty value: null, undefined, blank text, an empty list. */
export const required: FormRule<unknown> = (value) => {
  const isEmpty =
    value === null ||
    value === undefined ||
    (typeof value === 'string' && !/[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(value)) ||
    (Array.isArray(value) && value.length === 0);
  return isEmpty ? formMessages.required : null;
};

/** Fails above the bound (docs/rules.md#form-rules). */
export const maximum =
  (bound: number): FormRule<number> =>
  (value) =>
    value <= bound ? null : formMessages.notAbove(bound);

/** Fails if the text has more than `length` characters, counted as code points. */
export const maximumLength =
  (length: number): FormRule<string> =>
  (value) =>
    [...value].length <= length ? null : formMessages.maximumLength(length);

/** The first failing rule's message, or null. */
export function firstFailure<Value>(value: Value, rules: readonly FormRule<Value>[]): string | null {
  for (const rule of rules) {
    const message = rule(value);
    if (message !== null) return message;
  }
  return null;
}
