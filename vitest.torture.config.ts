import { defineConfig } from 'vitest/config';

/** The stories at full size: one file at a time, so that what they measure is theirs. */
export default defineConfig({
  test: {
    include: ['test/load/**/*.{load,long}.ts'],
    environment: 'node',
    globalSetup: ['./test/load/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 7_200_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
