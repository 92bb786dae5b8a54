import { defineConfig } from 'vitest/config';

// Its own config on purpose: vite.config.ts builds the pages, and its plugins have no business in server tests.
export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'build/**', '.data/**', 'test/e2e/**', 'test/bench/**'],
    environment: 'node',
    globalSetup: ['./test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
});
