import type { FormRule } from './form-rules.ts';

/** The text of the rule, word for word (docs/rules.md#form-rules). */
export const emailMessage = 'Введите валидный E-mail';

/** Text, at sign, text, dot, text (docs/rules.md#form-rules): in any alphabet. */
export const email: FormRule<string> = (value) =>
  /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value) ? null : emailMessage;
