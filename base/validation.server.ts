import { z } from 'zod';
import { ru } from 'zod/locales';
import { type CallFailure, type FieldMessages, failures } from './errors.ts';
import { formMessages } from './form-rules.ts';

z.config(ru());

const unknownMember = 'Лишнее поле';

function messagesOf(issue: z.core.$ZodIssue): [string, string][] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [path === '' ? key : `${path}.${key}`, unknownMember]);
  }
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  return [[path, isMissing ? formMessages.required : issue.message]];
}

/** A schema's refusal as the failure of contract section 1: the first Russian text for each member at fault. */
function validationFailure(error: z.core.$ZodError): CallFailure {
  const fields: Record<string, string> = {};
  for (const [name, message] of error.issues.flatMap(messagesOf)) fields[name] ??= message;
  return failures.validationFailed.because({ fields: fields satisfies FieldMessages });
}

/** Parses by a schema or throws `ValidationFailed` with the members at fault. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw validationFailure(result.error);
}

/** Throws `ValidationFailed` where text anywhere in a JSON value holds a NUL character, which PostgreSQL cannot keep. */
export function refuseNul(value: unknown, path = ''): void {
  if (typeof value === 'string' && value.includes('\0')) {
    throw failures.validationFailed.because({ fields: { [path]: 'Недопустимые символы' } });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    refuseNul(name, name);
    refuseNul(member, path === '' ? name : `${path}.${name}`);
  }
}
