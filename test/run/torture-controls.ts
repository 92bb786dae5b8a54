/**
 * `npm run torture:controls`: shows that the tests of the invariants can fail. Plants the faults of test/torture/faults one after the
 * other, runs the test that must notice each at its smallest scale, and prints a table. Exits with 1 if a fault goes unnoticed. Each test
 * also runs without a fault, and must pass. Arguments select faults: `-- 7 8` those of these invariants, `-- stock-is-not-locked` one.
 * `--faults-only` skips the runs without a fault. `--write` puts the table into docs/reports/torture-controls.md; a partial run replaces
 * its own lines only.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ControlRun, runControl } from '#test/torture/faults/control-run.ts';
import { type Fault, smallestScale } from '#test/torture/faults/fault.ts';
import { faults } from '#test/torture/faults/faults.ts';
import { between, inside } from '../../operation/marked-text.ts';
import { cellsOf, markdownTable } from './markdown-table.ts';

const document = join(import.meta.dirname, '../../docs/reports/torture-controls.md');
interface Outcome {
  readonly fault: Fault;
  readonly isNoticed: boolean;
  readonly seen: string;
  readonly seconds: number;
}

function chosenBy(words: readonly string[]): readonly Fault[] {
  const unknown = words.filter(
    (word) => !faults.some(({ name, invariant }) => [name, String(invariant)].includes(word)),
  );
  if (unknown.length > 0) throw new Error(`there is no fault ${unknown.join(', ')}`);
  return words.length === 0
    ? faults
    : faults.filter(({ name, invariant }) => words.includes(name) || words.includes(String(invariant)));
}

function seenIn(run: ControlRun): string {
  if (run.noticed !== null) return run.noticed;
  if (!run.isPlanted) return 'UNNOTICED: the faulty code was never loaded';
  if (run.trouble !== null) return `UNNOTICED, though the run failed: ${run.trouble}`;
  return 'UNNOTICED: the run was green';
}

const soundRuns = new Map<string, Promise<ControlRun>>();

/** Runs a test without a fault, once for all faults that share it. */
function runSound(fault: Fault): Promise<ControlRun> {
  const key = JSON.stringify(fault.runs);
  const running = soundRuns.get(key) ?? runControl(fault, { isPlanted: false });
  soundRuns.set(key, running);
  return running;
}

async function control(fault: Fault, isFaultsOnly: boolean): Promise<Outcome> {
  const sound = isFaultsOnly ? null : await runSound(fault);
  if (sound !== null && !sound.isGreen) {
    const seen = `the test fails WITHOUT the fault: ${sound.noticed ?? sound.trouble ?? 'no test of this name'}`;
    return { fault, isNoticed: false, seen, seconds: sound.seconds };
  }
  const run = await runControl(fault, { isPlanted: true });
  const isNoticed = run.isPlanted && !run.isGreen && run.noticed !== null;
  return { fault, isNoticed, seen: seenIn(run), seconds: run.seconds };
}

const heads = ['№', 'Fault', 'What is broken', 'Test', 'Scale', '', 'What the test has seen', 'Time'];

function cellsFor({ fault, isNoticed, seen, seconds }: Outcome): string[] {
  const { invariant, name, says, runs } = fault;
  const test = `${runs.file.replace(/^.*\//, '')}${runs.test ? ` «${runs.test}»` : ''}`;
  const verdict = isNoticed ? 'noticed' : '**NOT NOTICED**';
  return [String(invariant), name, says, test, String(runs.scale ?? smallestScale), verdict, seen, `${seconds} s`];
}

/** Writes the table in the order of the faults; faults that have not run keep their rows. */
function writeTable(outcomes: readonly Outcome[]): void {
  const text = readFileSync(document, 'utf8');
  const old = cellsOf(inside(text, 'controls')).map((cells) => [cells[1], cells] as const);
  const rows = new Map([...old, ...outcomes.map((one) => [one.fault.name, cellsFor(one)] as const)]);
  const table = markdownTable(
    heads,
    faults.flatMap(({ name }) => [rows.get(name) ?? []]).filter((row) => row.length > 0),
  );
  writeFileSync(document, between(text, 'controls', table));
  console.log(`The table is in ${document}`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, 'faults-only': { type: 'boolean' } },
});
const outcomes: Outcome[] = [];
for (const fault of chosenBy(positionals)) {
  const outcome = await control(fault, values['faults-only'] === true);
  outcomes.push(outcome);
  const { isNoticed, seen, seconds } = outcome;
  const number = String(fault.invariant).padStart(2);
  console.log(`${isNoticed ? 'noticed    ' : 'NOT NOTICED'} ${number}  ${fault.name}: ${fault.says}`);
  console.log(`                ${seen} (${seconds} s)`);
}
if (values.write) writeTable(outcomes);
const unnoticed = outcomes.filter(({ isNoticed }) => !isNoticed);
console.log(
  unnoticed.length === 0
    ? `\nAll ${outcomes.length} faults were noticed.`
    : `\n${unnoticed.length} of ${outcomes.length} faults were not noticed: ${unnoticed.map(({ fault }) => fault.name).join(', ')}`,
);
process.exitCode = unnoticed.length === 0 ? 0 : 1;
