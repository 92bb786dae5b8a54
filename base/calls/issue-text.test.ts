import { expect, test } from 'vitest';
import { z } from 'zod';
import { issueText } from './issue-text.server.ts';

const textOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: issueText }).error?.issues[0]?.message;

const kind = z.enum(['Avatar', 'Banner', 'Product']);

const act = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('start') }),
  z.strictObject({ act: z.literal('end') }),
]);

test.each<[string, z.ZodType, unknown]>([
  ['Заполните поле', z.string(), null],
  ['Заполните поле', z.string().min(3), ' '],
  ['Заполните поле', z.array(z.int()).min(1), []],
  ['Заполните поле', kind, null],
  ['Заполните поле', z.iso.date(), ''],
  ['Заполните поле', act, {}],
  ['Заполните поле', act, { act: null }],
  ['Выберите: start, end', act, { act: 'stop' }],
  ['Нужен объект', act, []],
  ['Нужен текст', z.string(), 5],
  ['Нужен текст', z.union([z.iso.date(), z.iso.datetime()]), 5],
  ['Нужно число', z.number(), 'five'],
  ['Нужно число', z.number(), Number.NaN],
  ['Нужно целое число', z.int(), 'five'],
  ['Нужно целое число', z.int(), 1.5],
  ['Слишком большое число', z.number(), Number.POSITIVE_INFINITY],
  ['Слишком маленькое число', z.number(), Number.NEGATIVE_INFINITY],
  ['Слишком большое число', z.int().max(5), 1e300],
  ['Слишком маленькое число', z.int().min(5), -1e300],
  ['Нужно да или нет', z.boolean(), 'yes'],
  ['Нужен список', z.array(z.int()), {}],
  ['Нужен объект', z.strictObject({}), []],
  ['Нужен объект', z.record(z.string(), z.string()), 5],
  ['Нужен файл', z.instanceof(Buffer), 'a.png'],
  ['Выберите: Avatar, Banner, Product', kind, 'Passport'],
  ['Выберите: Avatar, Banner, Product', z.union([z.int(), kind]), 'Passport'],
  ['Выберите: Point', z.literal('Point'), 'Line'],
  ['Не меньше 1', z.int().min(1), 0],
  ['Не меньше 0,50', z.number().min(0.5), 0],
  ['Значение должно превышать 0', z.int().positive(), 0],
  ['Значение не должно превышать 100', z.int().max(100), 101],
  ['Нужно меньше 100', z.int().lt(100), 100],
  ['Максимальная длинна текста 2 символов', z.string().max(2), 'abc'],
  ['Слишком коротко: нужно от 2 символов', z.string().min(2), 'a'],
  ['Слишком коротко: нужно от 21 символа', z.string().min(21), 'a'],
  ['Слишком коротко: нужно от 11 символов', z.string().min(11), 'a'],
  ['Нужно ровно 1 символ', z.string().length(1), 'ab'],
  ['Нужно ровно 3 символа', z.string().length(3), 'ab'],
  ['Нужно ровно 12 символов', z.string().length(12), 'ab'],
  ['Не больше 1 элемента', z.array(z.int()).max(1), [1, 2]],
  ['Не больше 2 элементов', z.array(z.int()).max(2), [1, 2, 3]],
  ['Нужно не меньше 2 элементов', z.array(z.int()).min(2), [1]],
  ['Введите валидный E-mail', z.email(), 'nobody'],
  ['Нужна дата: год-месяц-день', z.iso.date(), '5 мая'],
  ['Нужны дата и время', z.iso.datetime(), '5 мая'],
  ['Неверный формат', z.uuid(), '5'],
  ['Неверный формат', z.string().regex(/^\d+$/), 'a'],
  ['Неверный формат', z.union([z.iso.date(), z.iso.datetime()]), '5 мая'],
  ['Нужно число, кратное 5', z.number().multipleOf(5), 3],
  ['Лишнее поле', z.strictObject({}), { a: 1 }],
  ['Лишнее поле', z.partialRecord(kind, z.string()), { Passport: '' }],
  ['Неверное значение', z.number().refine((value) => value > 5), 1],
  ['Неверное значение', z.union([z.int(), z.boolean()]), 'a'],
  ['Нужен цвет', z.string().regex(/^#/, { error: 'Нужен цвет' }), 'red'],
])('%s', (text, schema, value) => {
  expect(textOf(schema, value)).toBe(text);
});
