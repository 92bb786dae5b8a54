import type { Reporter, TestCase } from '@playwright/test/reporter';
import { RunningTests } from './running-tests.ts';

/** Says which stories are running. */
export default class PlaywrightRunning implements Reporter {
  readonly #running = new RunningTests();

  onTestBegin(test: TestCase): void {
    this.#running.begin(test.titlePath().join(' › '));
  }

  onTestEnd(test: TestCase): void {
    this.#running.end(test.titlePath().join(' › '));
  }

  printsToStdio(): boolean {
    return false;
  }
}
