import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** A test that failed: its place and name, and the first lines of what it said. */
export interface FailedTest {
  readonly name: string;
  readonly message: string;
}

/** The results in a stage's report. */
export interface Report {
  readonly passed: number;
  readonly failed: readonly FailedTest[];
}

const shownLines = 15;

const VitestReport = z.object({
  numPassedTests: z.number(),
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
  ok: z.boolean(),
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
const PlaywrightReport = z.object({ stats: z.object({ expected: z.number() }), suites: z.array(Suite) });

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
export function readVitestReport(file: string): Report | null {
  const { data } = VitestReport.safeParse(read(file));
  if (!data) return null;
  const failed = data.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && tests.length === 0) return [{ name, message: shortened(message) }];
    return tests.map((test) => ({
      name: `${name} › ${test.fullName}`,
      message: shortened(test.failureMessages?.[0]),
    }));
  });
  return { passed: data.numPassedTests, failed };
}

function specsOf({ specs, suites = [] }: Suite): z.infer<typeof Spec>[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** Reads the JSON report of Playwright; null where there is none. A test that needed a second try has failed. */
export function readPlaywrightReport(file: string): Report | null {
  const { data } = PlaywrightReport.safeParse(read(file));
  if (!data) return null;
  const failed = data.suites.flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => ({
        name: `[${projectName}] ${spec.file} › ${spec.title}`,
        message: shortened(results.flatMap(({ errors }) => errors)[0]?.message),
      })),
  );
  return { passed: data.stats.expected, failed };
}
