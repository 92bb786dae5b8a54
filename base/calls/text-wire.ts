import { z } from 'zod';
import { cleanLine, isTurning, withoutNothing } from '#base/text/clean-text.ts';
import { formMessages } from '#base/text/form-rules.ts';

const unturned = () => z.string().refine((text) => !isTurning(text), { error: formMessages.turning });

/** A text that others see (docs/rules.md#texts): what nobody sees is left out, so that a text of nothing is empty. */
export function seenText(): z.ZodString {
  return unturned().overwrite(withoutNothing).trim();
}

/** The same on one line, as names are. */
export function seenLine(): z.ZodString {
  return unturned().overwrite((text) => cleanLine(text) ?? '');
}

/** What is typed to search: what nobody sees comes along with a pasted name or phone and is left out. */
export function searchText(): z.ZodString {
  return z.string().overwrite(withoutNothing).trim();
}
