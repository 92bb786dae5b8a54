/**
 * `npm run torture`: the long forms of the invariants, one after the other, and a table of what was seen at the end; ends
 * with 1 where a promise was not kept. `node scripts/torture.ts donations widgets` runs only the files so named.
 * `TORTURE_SCALE=0.1` runs a tenth of the numbers.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'opora-torture-figures-'));
const figuresFile = join(folder, 'figures.jsonl');
const scale = Number(process.env.TORTURE_SCALE ?? 1);

const Figure = z.object({ invariant: z.number(), promise: z.string(), seen: z.string(), isKept: z.boolean() });
type Figure = z.infer<typeof Figure>;

/** Quick forms that are the long ones with bigger numbers. */
const longer: readonly { name: string; file: string; invariant: number; env: Record<string, string> }[] = [
  {
    name: 'access',
    file: 'app/every-call.test.ts',
    invariant: 21,
    env: { FUZZ_RUNS: String(Math.max(12, 200 * scale)) },
  },
  {
    name: 'states',
    file: 'app/payments/payment-states.test.ts',
    invariant: 4,
    env: { MONEY_RUNS: '60' },
  },
];

function vitest(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const child = spawn('vitest', ['run', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env, PATH: path, TORTURE_FIGURES: figuresFile },
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function readFigures(): Figure[] {
  try {
    const lines = readFileSync(figuresFile, 'utf8').trim().split('\n');
    return lines.map((line) => Figure.parse(JSON.parse(line)));
  } catch {
    return [];
  }
}

const wanted = process.argv.slice(2);
const figures: Figure[] = [];
let isAllGreen = true;
for (const { name, file, invariant, env } of longer) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const isKept = (await vitest([file], env)) === 0;
  const numbers = Object.entries(env).map(([key, value]) => `${key}=${value}`);
  figures.push({ invariant, promise: `${file} with ${numbers.join(' ')}`, seen: isKept ? 'holds' : 'FAILED', isKept });
}
const others = wanted.filter((name) => !longer.some((one) => one.name === name));
if (wanted.length === 0 || others.length > 0) {
  isAllGreen = (await vitest(['--config', 'vitest.torture.config.ts', ...others])) === 0;
}
figures.push(...readFigures());
rmSync(folder, { recursive: true, force: true });

console.log(`\nInvariants at scale ${scale}:\n`);
for (const { invariant, promise, seen, isKept } of figures.toSorted((one, other) => one.invariant - other.invariant)) {
  console.log(`${isKept ? 'kept  ' : 'BROKEN'} ${String(invariant).padStart(2)}  ${promise}\n           ${seen}`);
}
const isKept = isAllGreen && figures.length > 0 && figures.every((figure) => figure.isKept);
console.log(isKept ? '\nAll kept.' : '\nNot all kept.');
process.exitCode = isKept ? 0 : 1;
