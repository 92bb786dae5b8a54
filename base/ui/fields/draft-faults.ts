import { cleanLine, isTurning } from '#base/text/clean-text.ts';
import { formMessages, maximumLength, required } from '#base/text/form-rules.ts';

/** The faults of a draft by field, without the fields that have none. */
export function faultsIn(found: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(found).flatMap(([name, fault]) => (fault === null ? [] : [[name, fault]])));
}

/** What is wrong with a typed line that others see, as the server says it; null: nothing. */
export function lineFault(typed: string, most: number): string | null {
  if (isTurning(typed)) return formMessages.turning;
  const line = cleanLine(typed);
  return line === null ? required(line) : maximumLength(most)(line);
}
