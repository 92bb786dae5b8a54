import { defineConfig } from 'vitest/config';

/** The long forms of the invariants: one file at a time, so that what they measure is theirs. */
export default defineConfig({
  test: {
    include: ['test/torture/**/*.torture.ts'],
    environment: 'node',
    globalSetup: ['./test/torture/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 1_800_000,
    hookTimeout: 60_000,
    reporters: ['verbose'],
  },
});
