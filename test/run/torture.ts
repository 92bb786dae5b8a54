/**
 * `npm run torture`: runs the stories of `test/load` at full size, one after the other, and prints a table of what they prove. Exits with 1
 * if a promise is broken. Arguments select stories: `npm run torture -- 19 22` those of these invariants, `npm run torture -- donations`
 * the files with these names. `TORTURE_SCALE=0.1` runs a tenth of the numbers. `--write` puts the table into docs/reports/torture.md; a
 * partial run replaces the lines of its own files only.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { between, inside } from '../../operation/marked-text.ts';
import { cellsOf, markdownTable } from './markdown-table.ts';

const root = join(import.meta.dirname, '../..');
const document = join(root, 'docs/reports/torture.md');
const heads = ['№', 'Promise', 'Seen', '', 'Test', 'Scale', 'Time'];
const scale = process.env.TORTURE_SCALE ?? '1';

const line = z.object({
  /** 0 for a test that proves nothing. */
  invariant: z.number(),
  promise: z.string(),
  seen: z.string(),
  holds: z.boolean(),
  seconds: z.number(),
});

type Line = z.infer<typeof line> & { readonly test: string };

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          title: z.string(),
          failureMessages: z.array(z.string()).nullish(),
          meta: z.object({ lines: z.array(line).optional() }).optional(),
        }),
      ),
    }),
  ),
});

/** The arguments for Vitest that select what the words name. */
function choose(words: readonly string[]): string[] {
  const numbers = words.filter((word) => /^\d+$/.test(word));
  if (numbers.length === 0) return words.map((word) => `/${word}.l`);
  if (numbers.length < words.length) throw new Error('either numbers or names of files, not both');
  return ['--testNamePattern', `^(?:\\d+(?:, | and ))*(?:${numbers.join('|')})(?:,| and|:)`];
}

async function vitest(args: readonly string[], reportFile: string): Promise<number> {
  const reporters = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${reportFile}`];
  const child = spawn('vitest', ['run', '--config', 'vitest.torture.config.ts', ...reporters, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TORTURE_SCALE: scale,
      PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    },
  });
  const [code] = await once(child, 'exit');
  return code === 0 ? 0 : 1;
}

const isTried = ({ status }: { status: string }) => status === 'passed' || status === 'failed';

/** What the tests have proved; also a line for each test that failed otherwise, or has proved nothing. */
function linesOf(reportFile: string): Line[] {
  return report.parse(JSON.parse(readFileSync(reportFile, 'utf8'))).testResults.flatMap((file) => {
    const test = basename(file.name).replace(/\.\w+\.ts$/, '');
    const broken = (promise: string, seen = 'nothing') => {
      const [first = ''] = stripVTControlCharacters(seen).split('\n');
      return {
        test,
        promise,
        invariant: Number.parseInt(promise, 10) || 0,
        seen: first.slice(0, 300),
        holds: false,
        seconds: 0,
      };
    };
    const tried = file.assertionResults.filter(isTried);
    if (tried.length === 0 && file.status === 'failed') return [broken(`${test} runs`, file.message)];
    return tried.flatMap(({ title, status, failureMessages, meta }) => {
      const lines = (meta?.lines ?? []).map((one) => ({ ...one, test }));
      const isTold = lines.length > 0 && (status === 'passed' || lines.some(({ holds }) => !holds));
      return isTold ? lines : [...lines, broken(title, failureMessages?.[0])];
    });
  });
}

function rowOf({ invariant, promise, seen, holds, test, seconds }: Line) {
  return [invariant, promise, seen, holds ? 'holds' : '**BROKEN**', test, scale, `${seconds} s`];
}

/** The document with these lines; of a part of the stories, the others stay as they are. */
function written(text: string, lines: readonly Line[], isPart: boolean): string {
  const tests = new Set(lines.map(({ test }) => test));
  const kept = isPart ? cellsOf(inside(text, 'torture')).filter((cells) => !tests.has(cells[4] ?? '')) : [];
  const rows = [...kept, ...lines.map(rowOf)].toSorted((one, other) => Number(one[0]) - Number(other[0]));
  return between(text, 'torture', markdownTable(heads, rows));
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
const folder = mkdtempSync(join(tmpdir(), 'opora-torture-report-'));
const reportFile = join(folder, 'report.json');
const code = await vitest(choose(positionals), reportFile);
const lines = linesOf(reportFile).toSorted((one, other) => one.invariant - other.invariant);
rmSync(folder, { recursive: true, force: true });

for (const { invariant, promise, seen, holds, test, seconds } of lines) {
  const number = String(invariant).padStart(2);
  console.log(
    `${holds ? 'holds ' : 'BROKEN'} ${number}  ${promise}\n           ${seen}\n           ${test}, scale ${scale}, ${seconds} s`,
  );
}
if (values.write) {
  writeFileSync(document, written(readFileSync(document, 'utf8'), lines, positionals.length > 0));
  console.log(`The table is in ${document}`);
}
const holds = code === 0 && lines.length > 0 && lines.every((one) => one.holds);
console.log(holds ? '\nEvery promise holds.' : '\nNot every promise holds.');
process.exitCode = holds ? 0 : 1;
