import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { groupOf } from './groups.ts';

/** What is over soonest is asked first: most mutants are noticed by the first test that meets them. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const length = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0;
    return files.toSorted((one, other) => length(one) - length(other));
  }
}

// Stryker runs it once for each mutant, with the tests of the group that reach the mutant. The files of one such run share a process.
export default defineConfig({
  test: {
    include: [...groupOf(process.env.MUTATION_GROUP ?? 'money').tests],
    environment: 'node',
    globalSetup: ['./test/support/global-setup.ts'],
    setupFiles: ['./test/mutation/no-shrinking.ts'],
    isolate: false,
    fileParallelism: false,
    sequence: { sequencer: ShortestFirst },
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
