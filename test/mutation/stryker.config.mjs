import { groupOf } from './groups.ts';

const { name, mutate } = groupOf(process.env.MUTATION_GROUP);
const only = process.env.MUTATION_FILES?.split(',') ?? [];
const results = `.data/mutation/${name}`;

export default {
  plugins: ['@stryker-mutator/vitest-runner', './test/mutation/leave-out.mjs'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  mutate: only.length > 0 ? only : mutate,
  ignorers: ['texts'],
  // Tables, schemas and statements are made once, when a module is loaded: each such mutant would need all tests.
  ignoreStatic: true,
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env.MUTATION_WORKERS ?? 1),
  incremental: true,
  incrementalFile: `${results}.incremental.json`,
  reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
  clearTextReporter: { reportTests: false },
  thresholds: { high: 95, low: 85, break: 85 },
  jsonReporter: { fileName: `${results}.json` },
  htmlReporter: { fileName: `${results}.html` },
  // Inside the project: `node_modules` is found above it.
  tempDirName: `${results}.files`,
  symlinkNodeModules: false,
  cleanTempDir: 'always',
  ignorePatterns: [
    '/.data',
    '/build',
    '/.react-router',
    '/docs',
    '/test/{e2e,attack}',
    '/test-results',
    '/playwright-report',
  ],
  disableTypeChecks: false,
  timeoutMS: 30_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 15,
  tsconfigFile: 'test/mutation/none.json',
};
