import type { z } from 'zod';
import { type CallFailure, type FieldMessages, failures } from './errors.ts';
import { formMessages } from './form-rules.ts';
import { issueText } from './issue-text.server.ts';

/** A refusal as a whole has no member of its own to stand at. */
const wholeBody = 'body';

/** No schema of a call is nearly as deep; what walks through a value must not run out of its stack. */
const deepest = 50;

function messagesOf(issue: z.core.$ZodIssue): [string, string][] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [path === '' ? key : `${path}.${key}`, issue.message]);
  }
  const isMissing = issue.input === undefined && issue.code !== 'custom';
  return [[path === '' ? wholeBody : path, isMissing ? formMessages.required : issue.message]];
}

/** A schema's refusal as the failure of contract section 1: the first Russian text for each member at fault. */
function validationFailure(error: z.core.$ZodError): CallFailure {
  const fields = new Map<string, string>();
  for (const [name, message] of error.issues.flatMap(messagesOf)) {
    if (!fields.has(name)) fields.set(name, message);
  }
  // An object literal's `constructor` and `__proto__` are there before anything is put into it; a map's entries are not.
  return failures.validationFailed.because({ fields: Object.fromEntries(fields) satisfies FieldMessages });
}

/** Parses by a schema or throws `ValidationFailed` with the members at fault; of a value that is missing whole, those that it must have. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const settings = { reportInput: true, error: issueText };
  const result = schema.safeParse(value, settings);
  if (result.success) return result.data;
  const ofNothing = value === undefined ? schema.safeParse({}, settings) : result;
  const error = ofNothing.error ?? result.error;
  throw validationFailure(error);
}

const refuse = (path: string, text: string) =>
  failures.validationFailed.because(path === '' ? { message: text } : { fields: { [path]: text } });

function mendOrRefuse(text: string, path: string, freeTexts: readonly string[]): string {
  if (text.includes('\0') || !(text.isWellFormed() || freeTexts.includes(path))) {
    throw refuse(path.toWellFormed(), 'Недопустимые символы');
  }
  return text.toWellFormed();
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function soundTree(tree: Record<string, unknown>, path: string, depth: number, freeTexts: readonly string[]): void {
  for (const [name, member] of Object.entries(tree)) {
    const at = path === '' ? name : `${path}.${name}`;
    mendOrRefuse(name, at, []);
    if (typeof member === 'string') tree[name] = mendOrRefuse(member, at, freeTexts);
    if (!isTree(member)) continue;
    if (depth === deepest) throw refuse(at.split('.')[0] ?? at, 'Слишком глубокая вложенность');
    soundTree(member, at, depth + 1, freeTexts);
  }
}

/**
 * Throws `ValidationFailed` where a JSON value is nested too deep or holds text that PostgreSQL cannot keep: a NUL character,
 * or half of one that UTF-16 writes in two. In the members at the paths `freeTexts` such a half is replaced instead.
 */
export function soundBody(body: unknown, freeTexts: readonly string[] = []): unknown {
  if (typeof body === 'string') return mendOrRefuse(body, wholeBody, []);
  if (isTree(body)) soundTree(body, '', 1, freeTexts);
  return body;
}
