import { defineConfig } from 'vitest/config';
import { faultyText, notePlanted } from '#test/torture/faults/fault.ts';
import { chosenFault } from '#test/torture/faults/faults.ts';
import { plantInMigrations } from '#test/torture/faults/plant.ts';

// An empty name: the same run without a fault.
const isControl = process.env.TORTURE_FAULT !== undefined;
const fault = chosenFault();
// The migrations are read by this process.
if (fault) plantInMigrations(fault);

const planting = fault && {
  name: 'opora:fault',
  enforce: 'pre' as const,
  transform(text: string, path: string) {
    const code = faultyText(fault, path, text);
    if (code === text) return null;
    notePlanted(path);
    return { code, map: null };
  },
};

/**
 * The long forms of the invariants: one file at a time, so that what they measure is theirs. `TORTURE_FAULT` plants one of
 * the faults that they look for (test/torture/faults); then quick forms can be asked for by their files too.
 */
export default defineConfig({
  plugins: planting ? [planting] : [],
  test: {
    include: ['test/torture/**/*.torture.ts', ...(isControl ? ['**/*.test.ts'] : [])],
    exclude: ['**/node_modules/**', 'build/**', '.data/**', 'test/e2e/**'],
    environment: 'node',
    // The cache has modules of other runs, without the fault, and must get none with it.
    fsModuleCache: fault === null,
    globalSetup: ['./test/torture/global-setup.ts'],
    setupFiles: fault ? ['./test/torture/faults/preload.ts'] : [],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 1_800_000,
    hookTimeout: 60_000,
    reporters: ['verbose'],
  },
});
