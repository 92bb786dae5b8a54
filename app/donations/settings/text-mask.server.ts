import { setImmediate as turn } from 'node:timers/promises';
import { createStopWords } from './stop-words.ts';

/** Masks texts by a list of stop words. */
export interface TextMask {
  mask(text: string): string;
  /** Masks texts in advance without blocking the event loop; `mask` then returns the cached results. */
  prepare(texts: Iterable<string | null>): Promise<void>;
}

const mostRemembered = 4_000;
/** A few milliseconds of work. */
const mostSteps = 100_000;

/** Creates a mask that caches its most recently used results. */
export function createTextMask(words: readonly string[]): TextMask {
  const stopWords = createStopWords(words);
  const known = new Map<string, string>();
  const remember = (text: string, masked: string) => {
    known.delete(text);
    known.set(text, masked);
    if (known.size <= mostRemembered) return;
    for (const oldest of known.keys()) {
      known.delete(oldest);
      break;
    }
  };
  const mask = (text: string) => {
    const masked = known.get(text) ?? stopWords.mask(text);
    remember(text, masked);
    return masked;
  };
  return {
    mask,
    async prepare(texts) {
      let begun = stopWords.steps;
      for (const text of texts) {
        if (text !== null) mask(text);
        if (stopWords.steps - begun < mostSteps) continue;
        await turn();
        begun = stopWords.steps;
      }
    },
  };
}

let latest: { key: string; textMask: TextMask } | null = null;

/** The mask of a list of stop words, cached while the list stays the same. */
export function maskOf(words: readonly string[]): TextMask {
  const key = words.join('\n');
  if (latest?.key !== key) latest = { key, textMask: createTextMask(words) };
  return latest.textMask;
}

/** The same, with the names and messages of these rows masked in advance. */
export async function maskOfRows(
  words: readonly string[],
  rows: readonly { readonly name: string | null; readonly message?: string | null }[],
): Promise<TextMask['mask']> {
  const { mask, prepare } = maskOf(words);
  await prepare(rows.flatMap(({ name, message = null }) => [name, message]));
  return mask;
}
