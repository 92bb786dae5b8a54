/**
 * `npm test`, `npm run test:slow` and `npm run test:all`: every check of a tier in order, all of them even when one fails, then what failed
 * once more, alone, and one line of figures at the end. `node test/run/test.ts verdict lint types` runs only the stages named.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitUnderTest, writeLastTest } from './last-test.ts';
import { type Outcome, type StageName, stages, type Tier, tiers } from './stages.ts';
import type { FailedTest } from './test-reports.ts';
import { Watchdog } from './watchdog.ts';

/** A run in which more tests pass only at the second try is red: chance has taken over. */
const MOST_FLAKY = 5;

/** The words of the command line: a tier (else the verdict) and the stages to run (else all of the tier). */
function readArguments(words: readonly string[]): { wanted: readonly Tier[]; only: ReadonlySet<string> } {
  const [first = 'verdict', ...rest] = words;
  const isTier = first === 'all' || Object.hasOwn(tiers, first);
  if (!isTier) throw new Error(`No such tier: ${first} (${Object.keys(tiers).join(', ')}, all)`);
  const unknown = rest.filter((name) => !Object.hasOwn(stages, name));
  if (unknown.length > 0) throw new Error(`No such stage: ${unknown.join(', ')} (${Object.keys(stages).join(', ')})`);
  const wanted = Object.values(tiers).filter(({ name }) => first === 'all' || first === name);
  return { wanted, only: new Set(rest) };
}

const since = (start: number) => Math.round((Date.now() - start) / 1000);

const started = Date.now();
const { wanted, only } = readArguments(process.argv.slice(2));
const reports = mkdtempSync(join(tmpdir(), 'opora-test-'));
const minutes = wanted.reduce((sum, tier) => sum + tier.minutes, 0);
const watchdog = new Watchdog(minutes, reports);
const commit = commitUnderTest();
const outcomes: { readonly title: string; readonly outcome: Outcome }[] = [];
const summary: string[] = [];

for (const tier of wanted) {
  // Whoever asks for the unit tests means those beside the stories, too.
  const isWanted = (name: StageName) => only.has(name) || (name === 'beside' && only.has('unit'));
  const names = tier.stages.filter((name) => only.size === 0 || isWanted(name));
  const hasStories = names.includes('browser');
  const run = (name: StageName) => {
    console.log(`\n── ${tier.name}: ${name}`);
    const stageStarted = Date.now();
    return stages[name]({ tier, reports, watchdog, hasStories }).then((outcome) => {
      const { passed, failed, skipped } = outcome;
      const figures = `${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped`;
      summary.push(`${tier.name}, ${name}: ${figures}, ${since(stageStarted)} s`);
      outcomes.push({ title: name, outcome });
    });
  };
  const together = (...some: readonly StageName[]) => Promise.all(names.filter((name) => some.includes(name)).map(run));
  const inTurn = async (...some: readonly StageName[]) => {
    for (const name of some) if (names.includes(name)) await run(name);
  };
  if (hasStories) {
    // Unit tests fill the machine; one browser leaves half of it to what waits for nothing but the processor.
    await together('unit');
    await Promise.all([together('browser'), inTurn('types', 'lint', 'beside')]);
  } else {
    await together('lint', 'types');
    await together(names.includes('unit') ? 'unit' : 'beside');
  }
}

const failed: FailedTest[] = [];
const flaky: FailedTest[] = [];
for (const { title, outcome } of outcomes) {
  if (!outcome.again) {
    failed.push(...outcome.failed);
    continue;
  }
  console.log(`\n── once more, alone: what failed in ${title}`);
  const second = await outcome.again();
  const failedAgain = new Set(second.failed.map(({ name }) => name));
  const passedAgain = new Set(second.passed.flatMap(({ name, file }) => [name, file]));
  // What fails only now counts as well.
  failed.push(...second.failed);
  for (const test of outcome.failed) {
    if (failedAgain.has(test.name)) continue;
    const sign = test.isTest ? test.name : test.file;
    (sign !== undefined && passedAgain.has(sign) ? flaky : failed).push(test);
  }
}
watchdog.stop();
rmSync(reports, { recursive: true, force: true });

const skipped = outcomes.flatMap(({ outcome }) => outcome.skipped);
const passed = outcomes.reduce((sum, { outcome }) => sum + outcome.passed.length, 0);
const isByChance = flaky.length > MOST_FLAKY;
const figures = {
  passed: isByChance ? passed : passed + flaky.length,
  failed: isByChance ? failed.length + flaky.length : failed.length,
};
// Said once more at the end: the first stage's failures are many screens above.
for (const { name, message } of failed) console.log(`\nfailed: ${name}\n${message}`);
for (const name of skipped) console.log(`skipped: ${name}`);
for (const { name, message } of flaky) console.log(`\nflaky, passed alone: ${name}\n${message}`);
if (isByChance) console.log(`More than ${MOST_FLAKY} tests passed only at the second try: they count as failed.`);
// A part of the verdict says nothing of the commit.
if (only.size === 0 && wanted.includes(tiers.verdict)) {
  const names = flaky.map(({ name }) => name);
  writeLastTest({
    ...commit,
    tiers: wanted.map(({ name }) => name),
    ...figures,
    flaky: names,
    seconds: since(started),
  });
}
console.log(`\n${summary.join('\n')}\n${figures.passed} passed, ${figures.failed} failed`);
process.exitCode = figures.failed > 0 ? 1 : 0;
