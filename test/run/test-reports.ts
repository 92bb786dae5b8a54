import { readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** The environment's names for the file of a stage's report, and for the one that says what is running. */
export const REPORT_FILE = 'OPORA_TEST_REPORT';
export const RUNNING_FILE = 'OPORA_RUNNING_TESTS';

const FailedTest = z.object({
  name: z.string(),
  message: z.string(),
  /** Absent where no file of tests failed but the stage as a whole. */
  file: z.string().optional(),
  /** Else it has no name among what passes: it passes when its file has tests that do. */
  isTest: z.boolean(),
});

/** What failed: a test, a hook, a file that could not be loaded, or an error that nobody has caught. */
export type FailedTest = z.infer<typeof FailedTest>;

const Report = z.object({
  passed: z.array(z.object({ name: z.string(), file: z.string() })),
  failed: z.array(FailedTest),
  /** Names with the reason. */
  skipped: z.array(z.string()),
});

/** The results of a stage. */
export type Report = z.infer<typeof Report>;

const shownLines = 15;

/** The first lines of an error that tell something. */
export function shortened(message: string | undefined): string {
  return stripVTControlCharacters(message ?? '')
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules|new Promise)/.test(line))
    .slice(0, shownLines)
    .join('\n');
}

export function writeReport(report: Report): void {
  const file = process.env[REPORT_FILE];
  if (file) writeFileSync(file, JSON.stringify(report));
}

/** Reads a stage's report; null where it has left none. */
export function readReport(file: string): Report | null {
  try {
    return Report.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Writes down what has begun and not ended, for the watchdog. */
export class RunningTests {
  readonly #names = new Set<string>();

  begin(name: string): void {
    this.#names.add(name);
    this.#write();
  }

  end(name: string): void {
    this.#names.delete(name);
    this.#write();
  }

  #write(): void {
    const file = process.env[RUNNING_FILE];
    if (file) writeFileSync(file, [...this.#names].join('\n'));
  }
}
