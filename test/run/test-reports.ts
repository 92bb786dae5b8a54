import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** A test that failed: its place and name, and the first lines of what it said. */
export interface FailedTest {
  readonly name: string;
  readonly message: string;
  /** Absent where no test failed but the stage as a whole. */
  readonly file?: string;
}

/** The results in a stage's report, by the names of its tests. */
export interface Report {
  readonly passed: readonly string[];
  readonly failed: readonly FailedTest[];
  readonly skipped: readonly string[];
}

const shownLines = 15;

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

const Spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
    }),
  ),
});
interface Suite {
  specs: z.infer<typeof Spec>[];
  suites?: Suite[] | undefined;
}
const Suite: z.ZodType<Suite> = z.object({ specs: z.array(Spec), suites: z.lazy(() => z.array(Suite).optional()) });
const PlaywrightReport = z.object({ suites: z.array(Suite) });

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function shortened(message: string | undefined): string {
  return stripVTControlCharacters(message ?? '')
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules|new Promise)/.test(line))
    .slice(0, shownLines)
    .join('\n');
}

/** Reads the JSON report of Vitest; null where there is none. A file that could not even be loaded is a failed test, too. */
export function readVitestReport(path: string, root: string): Report | null {
  const { data } = VitestReport.safeParse(read(path));
  if (!data) return null;
  const results = data.testResults.map(({ name, ...rest }) => ({ ...rest, file: relative(root, name) }));
  const tests = results.flatMap(({ file, assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages }) => {
      const message = shortened(failureMessages?.[0]);
      return { name: `${file} › ${fullName}`, status, message, file };
    }),
  );
  const failed = tests.filter(({ status }) => status === 'failed');
  const broken = results
    .filter(({ file, status }) => status === 'failed' && !failed.some((test) => test.file === file))
    .map(({ file, message }) => ({ name: file, message: shortened(message), file }));
  return {
    passed: namesOf(tests.filter(({ status }) => status === 'passed')),
    failed: [...failed, ...broken],
    skipped: namesOf(tests.filter(({ status }) => status !== 'passed' && status !== 'failed')),
  };
}

const namesOf = (tests: readonly { readonly name: string }[]) => tests.map(({ name }) => name);

function specsOf({ specs, suites = [] }: Suite): z.infer<typeof Spec>[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** Reads the JSON report of Playwright; null where there is none. */
export function readPlaywrightReport(path: string): Report | null {
  const { data } = PlaywrightReport.safeParse(read(path));
  if (!data) return null;
  const tests = data.suites.flatMap(specsOf).flatMap(({ file, title, line, tests: runs }) =>
    runs.map(({ projectName, status, results }) => {
      const message = shortened(results.flatMap(({ errors }) => errors)[0]?.message);
      return { name: `[${projectName}] ${file}:${line} › ${title}`, status, message, file };
    }),
  );
  return {
    passed: namesOf(tests.filter(({ status }) => status === 'expected')),
    failed: tests.filter(({ status }) => status === 'unexpected' || status === 'flaky'),
    skipped: namesOf(tests.filter(({ status }) => status === 'skipped')),
  };
}
