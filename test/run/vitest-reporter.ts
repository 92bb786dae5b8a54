import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { type Report, RunningTests, shortened, writeReport } from './test-reports.ts';

/** Reports a stage of Vitest: tests, hooks, files that could not be loaded, and errors that nobody has caught. */
export default class VitestReporter implements Reporter {
  readonly #running = new RunningTests();

  onTestModuleQueued({ relativeModuleId }: TestModule): void {
    this.#running.begin(relativeModuleId);
  }

  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    this.#running.end(relativeModuleId);
  }

  onTestRunEnd(...[modules, uncaught]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const report: Report = { passed: [], failed: [], skipped: [] };
    for (const module of modules) addModule(report, module);
    for (const error of uncaught) {
      const path = error.VITEST_TEST_PATH;
      const file = typeof path === 'string' ? relative(process.cwd(), path) : undefined;
      const name = `${file ?? 'somewhere'}, an uncaught error`;
      report.failed.push({ name, message: messageOf([error]), file, isTest: false });
    }
    writeReport(report);
  }
}

interface Thrown {
  readonly message?: string;
  readonly stack?: string | undefined;
}

const messageOf = (errors: readonly Thrown[]) => shortened(errors[0]?.stack ?? errors[0]?.message);

function addModule({ passed, failed, skipped }: Report, module: TestModule): void {
  const file = module.relativeModuleId;
  const add = (name: string, errors: readonly Thrown[], isTest: boolean) => {
    if (errors.length > 0) failed.push({ name, message: messageOf(errors), file, isTest });
  };
  add(`${file}, the file itself`, module.errors(), false);
  for (const suite of module.children.allSuites()) add(`${file} › ${suite.fullName}, a hook`, suite.errors(), false);
  for (const test of module.children.allTests()) {
    const name = `${file} › ${test.fullName}`;
    const result = test.result();
    if (result.state === 'passed') passed.push({ name, file });
    else if (result.state === 'failed') add(name, result.errors, true);
    else skipped.push(`${name}: ${(result.state === 'skipped' && result.note) || 'did not run'}`);
  }
}
