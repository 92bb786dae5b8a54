import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * A file of the repository (source or migration), a piece of it, which must occur there exactly once, and the faulty piece that replaces
 * it.
 */
export type Change = readonly [file: string, replace: string, by: string];

/** The test that must notice a fault. */
interface FaultRun {
  /** A test file, from the root of the repository. */
  readonly file: string;
  /** The beginning of the tests' names, `group > test` inside a group. Default: all tests of the file. */
  readonly test?: string;
  /** The smallest `TORTURE_SCALE` at which the test notices the fault. Default: `smallestScale`. */
  readonly scale?: number;
}

export const smallestScale = 0.01;

/** A fault that a test of an invariant must notice. It is planted while the source is loaded and changes no file. */
export interface Fault {
  readonly name: string;
  /** The number of the invariant that the product then breaks. */
  readonly invariant: number;
  /** What is broken, in words. */
  readonly says: string;
  readonly changes: readonly Change[];
  readonly runs: FaultRun;
}

const root = join(import.meta.dirname, '../../..');

const escaped = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Returns the text of a file with the fault; unchanged if the fault is in another file. Throws if the fault no longer fits. */
export function faultyText(fault: Fault, path: string, text: string): string {
  const file = relative(root, path).replaceAll('\\', '/');
  let faulty = text;
  for (const [, replace, by] of fault.changes.filter(([changed]) => changed === file)) {
    const [before, after, ...others] = faulty.split(replace);
    if (before === undefined || after === undefined || others.length > 0) {
      throw new Error(`the fault ${fault.name} no longer fits the code: ${escaped(replace)} is not once in ${file}`);
    }
    faulty = before + by + after;
  }
  return faulty;
}

/** Records for `npm run torture:controls` that a process has loaded the faulty text. */
export function notePlanted(file: string): void {
  const notes = process.env.TORTURE_PLANTED;
  if (notes) appendFileSync(notes, `${relative(root, file)}\n`);
}
