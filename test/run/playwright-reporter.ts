import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { type Report, RunningTests, shortened, writeReport } from './test-reports.ts';

const nameOf = (test: TestCase) => test.titlePath().filter(Boolean).join(' › ');

/** Reports a stage of Playwright: stories, and errors outside of them. */
export default class PlaywrightReporter implements Reporter {
  readonly #running = new RunningTests();
  readonly #report: Report = { passed: [], failed: [], skipped: [] };
  #stories: Suite | undefined;

  onBegin(_: FullConfig, stories: Suite): void {
    this.#stories = stories;
  }

  onTestBegin(test: TestCase): void {
    this.#running.begin(nameOf(test));
  }

  onTestEnd(test: TestCase): void {
    this.#running.end(nameOf(test));
  }

  /** An error of the set-up, or of a worker between two stories. */
  onError({ message }: TestError): void {
    this.#report.failed.push({ name: 'browser, outside of its stories', message: shortened(message), isTest: false });
  }

  onEnd(): void {
    for (const test of this.#stories?.allTests() ?? []) this.#add(test);
    writeReport(this.#report);
  }

  printsToStdio(): boolean {
    return false;
  }

  #add(test: TestCase): void {
    const { passed, failed, skipped } = this.#report;
    const name = nameOf(test);
    const file = test.location.file;
    const outcome = test.outcome();
    const error = test.results.flatMap(({ errors }) => errors)[0];
    const reason = test.annotations.find(({ type }) => type === 'skip')?.description;
    if (outcome === 'expected') passed.push({ name, file });
    else if (outcome === 'skipped') skipped.push(`${name}: ${reason ?? 'did not run'}`);
    else failed.push({ name, file, message: shortened(error?.message), isTest: true });
  }
}
