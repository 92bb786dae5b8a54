import type { Reporter, TestModule } from 'vitest/node';
import { RunningTests } from './running-tests.ts';

/** Says which test files are running. */
export default class VitestRunning implements Reporter {
  readonly #running = new RunningTests();

  onTestModuleStart({ relativeModuleId }: TestModule): void {
    this.#running.begin(relativeModuleId);
  }

  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    this.#running.end(relativeModuleId);
  }
}
