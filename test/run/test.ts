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
import { startWatchdog } from './watchdog.ts';

/** A run in which more tests pass only at the second try is red: chance has taken over. */
const MOST_FLAKY = 5;

/** The words of the command line: a tier (else the verdict) and the stages to run (else all of the tier). */
function readArguments(words: readonly string[]): { wanted: readonly Tier[]; only: ReadonlySet<string> } {
  const [first = 'verdict', ...rest] = words;
  const isTier = first === 'all' || first in tiers;
  if (!isTier) throw new Error(`No such tier: ${first} (${Object.keys(tiers).join(', ')}, all)`);
  const unknown = rest.filter((name) => !(name in stages));
  if (unknown.length > 0) throw new Error(`No such stage: ${unknown.join(', ')} (${Object.keys(stages).join(', ')})`);
  const wanted = Object.values(tiers).filter(({ name }) => first === 'all' || first === name);
  return { wanted, only: new Set(rest) };
}

const since = (start: number) => Math.round((Date.now() - start) / 1000);

const started = Date.now();
const { wanted, only } = readArguments(process.argv.slice(2));
const reports = mkdtempSync(join(tmpdir(), 'opora-test-'));
const watchdog = startWatchdog(
  reports,
  wanted.reduce((minutes, tier) => minutes + tier.minutes, 0),
);
const commit = commitUnderTest();
const outcomes: { readonly title: string; readonly outcome: Outcome }[] = [];
const summary: string[] = [];

for (const tier of wanted) {
  const names = tier.stages.filter((name) => only.size === 0 || only.has(name));
  const run = (name: StageName) => {
    console.log(`\n── ${tier.name}: ${name}`);
    const stageStarted = Date.now();
    return stages[name]({ tier, reports }).then((outcome) => {
      const { passed, failed, skipped } = outcome;
      const figures = `${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped`;
      summary.push(`${tier.name}, ${name}: ${figures}, ${since(stageStarted)} s`);
      outcomes.push({ title: name, outcome });
    });
  };
  // Neither of the two waits for anything but the processor: together they take the time of the longer one.
  await Promise.all(names.filter((name) => name === 'lint' || name === 'types').map(run));
  for (const name of names.filter((one) => one !== 'lint' && one !== 'types')) await run(name);
}

const failed: FailedTest[] = [];
const flaky: FailedTest[] = [];
for (const { title, outcome } of outcomes) {
  if (outcome.failed.length > 0 && outcome.again) console.log(`\n── once more, alone: what failed in ${title}`);
  const alone = outcome.failed.length > 0 ? await outcome.again?.() : undefined;
  // A file that could not be loaded has no tests: it passes when its tests do.
  const isPassed = ({ name }: FailedTest) =>
    alone?.passed.some((passed) => passed === name || passed.startsWith(`${name} › `));
  for (const test of outcome.failed) (isPassed(test) ? flaky : failed).push(test);
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
writeLastTest({
  ...commit,
  tiers: wanted.map(({ name }) => name),
  ...figures,
  flaky: flaky.map(({ name }) => name),
  seconds: since(started),
});
console.log(`\n${summary.join('\n')}\n${figures.passed} passed, ${figures.failed} failed`);
process.exitCode = figures.failed > 0 ? 1 : 0;
