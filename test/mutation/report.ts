import { z } from 'zod';
import type { MutationGroup } from './groups.ts';

const position = z.object({ line: z.number(), column: z.number() });
const mutantShape = z.object({
  mutatorName: z.string(),
  replacement: z.string().default(''),
  location: z.object({ start: position, end: position }),
  status: z.enum(['Killed', 'Survived', 'Timeout', 'NoCoverage', 'RuntimeError', 'CompileError', 'Ignored', 'Pending']),
});
const reportShape = z.object({
  files: z.record(z.string(), z.object({ source: z.string(), mutants: z.array(mutantShape) })),
});

/** A mutant that no test has noticed. */
export interface Survivor {
  readonly file: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
  /** No test runs it at all. */
  readonly isUnreached: boolean;
}

/** What became of a group's mutants. */
export interface GroupResult {
  readonly group: string;
  readonly files: number;
  readonly mutants: number;
  readonly killed: number;
  readonly survived: number;
  readonly timeout: number;
  readonly unreached: number;
  /** Nothing was learnt: the mutant broke the set-up of the tests, not a test. They do not count. */
  readonly broken: number;
  /** In percent: what was killed or ran out of time, of all that could be. */
  readonly score: number;
  readonly survivors: readonly Survivor[];
}

type Place = z.infer<typeof position>;

/** The text between two places, which both count from 1; white space made one blank. */
function textBetween(source: string, start: Place, end: Place): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  const cut = lines.map((line, at) =>
    line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined),
  );
  return cut.join(' ').replace(/\s+/g, ' ').trim();
}

/** Reads Stryker's report of a group; it also remembers files that the group had before. */
export function readResult({ name: group, mutate }: MutationGroup, text: string): GroupResult {
  const { files } = reportShape.parse(JSON.parse(text));
  const own = Object.entries(files).filter(([file]) => mutate.includes(file));
  const all = own.flatMap(([file, { source, mutants }]) => mutants.map((mutant) => ({ file, source, ...mutant })));
  const count = (status: (typeof all)[number]['status']) => all.filter((one) => one.status === status).length;
  const [killed, survived, timeout, unreached] = [
    count('Killed'),
    count('Survived'),
    count('Timeout'),
    count('NoCoverage'),
  ];
  const mutants = killed + survived + timeout + unreached;
  const survivors = all
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ file, source, location: { start, end }, replacement, status }) => ({
      file,
      line: start.line,
      original: textBetween(source, start, end),
      replacement: replacement.replace(/\s+/g, ' ').trim(),
      isUnreached: status === 'NoCoverage',
    }));
  return {
    ...{ group, files: own.length, mutants, killed, survived, timeout, unreached, survivors },
    broken: count('RuntimeError') + count('CompileError'),
    score: mutants === 0 ? 0 : ((killed + timeout) / mutants) * 100,
  };
}

const rowOf = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

/** The table of some groups, as rows of a document. */
export function tableOf(results: readonly GroupResult[]): string {
  const rows = results.map(({ group, files, mutants, killed, survived, timeout, unreached, score }) =>
    rowOf([group, files, mutants, killed, survived, timeout, unreached, `${score.toFixed(1)} %`]),
  );
  return [
    rowOf(['Group', 'Files', 'Mutants', 'Killed', 'Survived', 'Timeout', 'No coverage', 'Score']),
    rowOf(Array.from({ length: 8 }, () => '---')),
    ...rows,
  ].join('\n');
}

const code = (text: string) => {
  const short = text.length > 90 ? `${text.slice(0, 87)}…` : text;
  return `\`${short.replaceAll('`', "'").replaceAll('|', '\\|')}\``;
};

/** The survivors of a group, each with its reason. */
export function survivorsOf(result: GroupResult, reasonOf: (survivor: Survivor) => string | null): string {
  const rows = result.survivors.map((one) => {
    const reason = reasonOf(one) ?? (one.isUnreached ? 'open: no test of the group comes here' : 'open');
    return rowOf([`${one.file}:${one.line}`, code(one.original), code(one.replacement), reason]);
  });
  if (rows.length === 0) return 'None is left.';
  return [rowOf(['Where', 'Written', 'Mutated', 'Why it is left']), rowOf(['---', '---', '---', '---']), ...rows].join(
    '\n',
  );
}
