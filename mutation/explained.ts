import type { Survivor } from './report.ts';

/** Why mutants may live: `written` and `mutated` begin so in the source and in the mutant, white space made one blank. */
interface Explanation {
  readonly file: string;
  readonly written: string;
  /** Left out: whatever takes its place. */
  readonly mutated?: string;
  readonly why: string;
}

const explanations: readonly Explanation[] = [];

/** The reason that is known for a survivor; null where it is still to be killed. */
export function reasonOf({ file, original, replacement }: Survivor): string | null {
  const found = explanations.find(
    (one) => one.file === file && original.startsWith(one.written) && replacement.startsWith(one.mutated ?? ''),
  );
  return found?.why ?? null;
}
