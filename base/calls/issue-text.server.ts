import { z } from 'zod';
import { emailMessage } from '#base/text/email-rule.ts';
import { formMessages, written } from '#base/text/form-rules.ts';
import { notBelow, notWhole } from '#base/text/number-text.ts';

type Issue = z.core.$ZodRawIssue;
type Sized = Extract<Issue, { code: 'too_big' | 'too_small' }>;

const unfit = 'Неверное значение';

/** Chooses by the rules of Russian: «1 символ», «2 символа», «5 символов»; after a preposition «от 1 символа», «от 2 символов». */
function formFor(count: number, one: string, few: string, many: string): string {
  const tens = count % 100;
  const units = count % 10;
  if (tens >= 11 && tens <= 14) return many;
  if (units === 1) return one;
  return units >= 2 && units <= 4 ? few : many;
}

const symbols = (count: number) => formFor(count, `${count} символ`, `${count} символа`, `${count} символов`);
const fromSymbols = (count: number) => formFor(count, `${count} символа`, `${count} символов`, `${count} символов`);
const fromItems = (count: number) => formFor(count, `${count} элемента`, `${count} элементов`, `${count} элементов`);

const isWhole = (issue: Issue) => issue.inst instanceof z.core.$ZodNumberFormat;

const tooBig = 'Слишком большое число';
const tooSmall = 'Слишком маленькое число';

/** JSON can spell numbers that parse to infinity, such as `1e999`. */
function endlessText(input: unknown): string | null {
  if (input === Number.POSITIVE_INFINITY) return tooBig;
  return input === Number.NEGATIVE_INFINITY ? tooSmall : null;
}

function typeText(issue: Extract<Issue, { code: 'invalid_type' }>): string {
  if (issue.input === null) return formMessages.required;
  switch (issue.expected) {
    case 'int':
      return notWhole;
    case 'number':
      return endlessText(issue.input) ?? (isWhole(issue) ? notWhole : 'Нужно число');
    case 'string':
      return 'Нужен текст';
    case 'boolean':
      return 'Нужно да или нет';
    case 'array':
    case 'tuple':
      return 'Нужен список';
    case 'object':
    case 'record':
      return 'Нужен объект';
    default:
      return issue.expected === 'Buffer' ? 'Нужен файл' : unfit;
  }
}

function tooBigText(issue: Extract<Sized, { code: 'too_big' }>): string {
  const most = Number(issue.maximum);
  if (issue.origin === 'string') {
    return issue.exact ? `Нужно ровно ${symbols(most)}` : formMessages.maximumLength(most);
  }
  if (issue.origin === 'array') return `Не больше ${fromItems(most)}`;
  // The bound is that of safe integers, not the member's own.
  if (issue.origin === 'int') return tooBig;
  return issue.inclusive ? formMessages.notAbove(most) : `Нужно меньше ${written(most)}`;
}

const isEmpty = (input: unknown) =>
  (typeof input === 'string' && input.trim() === '') || (Array.isArray(input) && input.length === 0);

function tooSmallText(issue: Extract<Sized, { code: 'too_small' }>): string {
  const least = Number(issue.minimum);
  if (isEmpty(issue.input)) return formMessages.required;
  if (issue.origin === 'string') {
    return issue.exact ? `Нужно ровно ${symbols(least)}` : `Слишком коротко: нужно от ${fromSymbols(least)}`;
  }
  if (issue.origin === 'array') return `Нужно не меньше ${fromItems(least)}`;
  if (issue.origin === 'int') return tooSmall;
  return issue.inclusive ? notBelow(least) : formMessages.above(least);
}

function formatText(format: string): string {
  if (format === 'email') return emailMessage;
  if (format === 'date') return 'Нужна дата: год-месяц-день';
  return format === 'datetime' ? 'Нужны дата и время' : 'Неверный формат';
}

type Union = Extract<Issue, { code: 'invalid_union' }>;

/** The message of objects of which a member names one, and does not. */
function namedText({ input, discriminator }: Union, options: readonly unknown[]): string {
  const members = Object.entries(Object.assign({}, input));
  const isNamed = members.some(([name, value]) => name === discriminator && value !== null && value !== undefined);
  return isNamed ? `Выберите: ${options.map(String).join(', ')}` : formMessages.required;
}

/** The message of a union: the one that all its options share, otherwise that of an option with fixed values. */
function unionText(issue: Union): string {
  if (Array.isArray(issue.options)) return namedText(issue, issue.options);
  const messages = issue.errors.flatMap(([first]) => first ?? []);
  const texts = new Set(messages.map(({ message }) => message));
  const [only = unfit] = texts;
  if (texts.size === 1) return only;
  if (messages.every(({ code }) => code === 'invalid_format')) return formatText('');
  return messages.find(({ code }) => code === 'invalid_value')?.message ?? unfit;
}

/** The Russian message of a schema issue, in the words of docs/rules.md#form-rules where they apply. A schema's own message has precedence. */
export function issueText(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeText(issue);
    case 'invalid_value':
      return issue.input === null ? formMessages.required : `Выберите: ${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return tooBigText(issue);
    case 'too_small':
      return tooSmallText(issue);
    case 'invalid_format':
      return isEmpty(issue.input) ? formMessages.required : formatText(issue.format);
    case 'not_multiple_of':
      return `Нужно число, кратное ${issue.divisor}`;
    case 'invalid_union':
      return unionText(issue);
    case 'unrecognized_keys':
      return 'Лишнее поле';
    default:
      return unfit;
  }
}
