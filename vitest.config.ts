import { execFileSync } from 'node:child_process';
import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', 'build/**', '.data/**', 'test/e2e/**', 'test/bench/**'];

const common = {
  environment: 'node',
  pool: 'forks',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A wait ends with its event. The default, one second, is about the machine where other tests run beside it.
  expect: { poll: { timeout: 20_000 } },
} as const;

/** From the commit, so that its verdict is the same each time. */
function propertySeed(): string {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return String(Number.parseInt(commit.slice(0, 7), 16));
  } catch {
    return '1';
  }
}

const verdict = { ...common, env: { PROPERTY_SEED: propertySeed() } };

const shared = {
  ...verdict,
  isolate: false,
  setupFiles: ['./test/support/undo-stubs.ts', './test/support/fixed-seed.ts'],
};
const sharedExclude = [...exclude, '**/*.alone.test.ts', '**/*.slow.test.ts'];
const beside = ['test/**/*.test.ts', 'operation/**/*.test.ts', 'app/{delivery,merch,orders}/**/*.test.ts'];

// Its own config on purpose: vite.config.ts builds the pages, and its plugins have no business in server tests.
export default defineConfig({
  test: {
    globalSetup: ['./test/support/global-setup.ts'],
    // Tests wait for PostgreSQL a third of their time: a third worker on two cores takes 18 % off the stage.
    maxWorkers: 3,
    reporters: ['default'],
    projects: [
      // Files share a process, which reads the product's modules once: that takes a third off the stage.
      {
        test: {
          ...shared,
          name: 'shared',
          include: ['**/*.test.ts'],
          exclude: [...sharedExclude, ...beside],
        },
      },
      // What looks at the product as a whole, or from its outside, and the shop: `npm test` runs them beside the stories, whose browser leaves half
      // of the machine. With the shop both halves of a run end at about the same time.
      {
        test: {
          ...shared,
          name: 'beside',
          // It gets what the stories leave of the processor: only a fault meets these limits.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          include: beside,
          exclude: sharedExclude,
        },
      },
      // A file that replaces modules has a process of its own.
      {
        test: {
          ...verdict,
          name: 'alone',
          testTimeout: 300_000,
          hookTimeout: 300_000,
          setupFiles: ['./test/support/fixed-seed.ts'],
          include: ['**/*.alone.test.ts'],
          exclude,
        },
      },
      // `npm run test:slow`: what is about time, load, processes, the machine or big tables.
      // The stories of `npm run torture` run here with the least numbers that prove anything.
      {
        test: {
          ...common,
          name: 'slow',
          // Its only limit: a test of this tier has none of its own below it, which a busy machine would meet before a fault does.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          include: ['**/*.slow.test.ts', 'test/load/**/*.load.ts'],
          exclude,
        },
      },
    ],
  },
});
