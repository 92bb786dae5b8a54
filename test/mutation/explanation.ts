/** Why mutants may live: `written` and `mutated` begin so in the source and in the mutant, white space made one blank. */
export interface Explanation {
  readonly file: string;
  readonly written: string;
  /** Left out: whatever takes its place. */
  readonly mutated?: string;
  readonly why: string;
}
