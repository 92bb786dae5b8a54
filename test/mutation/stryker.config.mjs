import { groupOf } from './groups.ts';

const { name, mutate } = groupOf(process.env.MUTATION_GROUP);
const only = process.env.MUTATION_FILES?.split(',') ?? [];
const kept = `.data/mutation/${name}`;

export default {
  plugins: ['@stryker-mutator/vitest-runner', './test/mutation/leave-out.mjs'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  mutate: only.length > 0 ? only : mutate,
  ignorers: ['texts'],
  // What runs once while a module is loaded: tables, schemas, statements. Each such mutant would need all tests.
  ignoreStatic: true,
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env.MUTATION_WORKERS ?? 1),
  incremental: true,
  incrementalFile: `${kept}.incremental.json`,
  reporters: ['progress-append-only', 'json', 'html'],
  jsonReporter: { fileName: `${kept}.json` },
  htmlReporter: { fileName: `${kept}.html` },
  // Inside the project: `node_modules` is found above it.
  tempDirName: `${kept}.sandbox`,
  symlinkNodeModules: false,
  cleanTempDir: 'always',
  ignorePatterns: [
    '/.data',
    '/build',
    '/.react-router',
    '/docs',
    '/e2e',
    '/attack',
    '/test-results',
    '/playwright-report',
  ],
  disableTypeChecks: false,
  allowEmpty: false,
  checkers: [],
  timeoutMS: 30_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 15,
  tsconfigFile: 'mutation/none.json',
};
