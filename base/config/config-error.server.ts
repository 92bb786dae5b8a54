import type { z } from 'zod';

/** The environment is invalid; the message has one line for each invalid variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** A variable's required form, and whether its value is secret. */
interface VariableForm {
  readonly form?: string | undefined;
  readonly isSecret: boolean;
}

const longestShown = 100;

/** A value in one line, as it can be shown: without the login of an address. */
function shown(value: string): string {
  const text = value.replace(/\/\/[^/@\s]*@/g, '//…@');
  return JSON.stringify(text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);
}

/** Describes every invalid variable in one line; secrets are not repeated. */
export function explainIssues(
  issues: readonly z.core.$ZodIssue[],
  entries: ReadonlyMap<string, VariableForm>,
  given: Readonly<Record<string, string | undefined>>,
): string {
  const lines = issues.map(({ path, message }) => {
    const name = path.join('.');
    const { form, isSecret = false } = entries.get(name) ?? {};
    if (form === undefined) return `${name}: ${message}`;
    return `${name}: must be ${form}${isSecret ? '' : `, not ${shown(given[name] ?? '')}`}`;
  });
  return [...new Set(lines)].join('\n');
}
