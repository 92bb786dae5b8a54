import type { z } from 'zod';
import { formMessages } from '#base/text/form-rules.ts';
import { type CallFailure, type FieldMessages, failures } from './errors.ts';
import { issueText } from './issue-text.server.ts';

/** Stands for the whole body where no member is at fault. */
const wholeBody = 'body';

/** So many invalid members are named, so that a refusal is not larger than the request that it answers. */
const mostFields = 20;

/** Deeper than any schema of a call, and shallow enough for recursive functions. */
const deepest = 50;

function messagesOf(issue: z.core.$ZodIssue): [string, string][] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [path === '' ? key : `${path}.${key}`, issue.message]);
  }
  const isMissing = issue.input === undefined && issue.code !== 'custom';
  return [[path === '' ? wholeBody : path, isMissing ? formMessages.required : issue.message]];
}

/** Converts a Zod error to `ValidationFailed` (docs/rules.md#wire), with the first Russian message for each invalid member. */
function validationFailure(error: z.core.$ZodError): CallFailure {
  const fields = new Map<string, string>();
  for (const [name, message] of error.issues.flatMap(messagesOf)) {
    if (!fields.has(name)) fields.set(name, message);
    if (fields.size === mostFields) break;
  }
  // Built from a map, because members may be named `constructor` or `__proto__`.
  return failures.validationFailed({ fields: Object.fromEntries(fields) satisfies FieldMessages });
}

/** Parses by a schema or throws `ValidationFailed` with the invalid members; if the whole value is missing, with the required ones. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const settings = { reportInput: true, error: issueText };
  const result = schema.safeParse(value, settings);
  if (result.success) return result.data;
  const ofNothing = value === undefined ? schema.safeParse({}, settings) : result;
  const error = ofNothing.error ?? result.error;
  throw validationFailure(error);
}

const refuse = (path: string, text: string) =>
  failures.validationFailed(path === '' ? { message: text } : { fields: { [path]: text } });

function wellFormedOrReject(text: string, path: string, freeTexts: readonly string[]): string {
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
    wellFormedOrReject(name, at, []);
    if (typeof member === 'string') tree[name] = wellFormedOrReject(member, at, freeTexts);
    if (!isTree(member)) continue;
    if (depth === deepest) throw refuse(at.split('.')[0] ?? at, 'Слишком глубокая вложенность');
    soundTree(member, at, depth + 1, freeTexts);
  }
}

/**
 * Throws `ValidationFailed` if a JSON value is nested too deep or has text that PostgreSQL cannot store: a NUL character or a lone
 * surrogate. In the members at the paths `freeTexts`, a lone surrogate is replaced instead.
 */
export function soundBody(body: unknown, freeTexts: readonly string[] = []): unknown {
  if (typeof body === 'string') return wellFormedOrReject(body, wholeBody, []);
  if (isTree(body)) soundTree(body, '', 1, freeTexts);
  return body;
}
