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
          ...common,
          name: 'shared',
          isolate: false,
          setupFiles: ['./test/support/undo-stubs.ts'],
          include: ['**/*.test.ts'],
          exclude: [...exclude, '**/*.alone.test.ts', '**/*.slow.test.ts'],
        },
      },
      // A file that replaces modules, or measures the process that it runs in, has one of its own.
      { test: { ...common, name: 'alone', include: ['**/*.alone.test.ts'], exclude } },
      // `npm run test:slow`: what is about time, load, processes, the machine or big tables.
      { test: { ...common, name: 'slow', include: ['**/*.slow.test.ts'], exclude } },
    ],
  },
});
