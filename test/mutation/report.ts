import { z } from 'zod';
import { markdownTable } from '../run/markdown-table.ts';
import { reasonOf } from './explained.ts';
import type { MutationGroup } from './groups.ts';

const position = z.object({ line: z.number(), column: z.number() });
const reportShape = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          replacement: z.string().default(''),
          location: z.object({ start: position, end: position }),
          status: z.string(),
        }),
      ),
    }),
  ),
});

type Place = z.infer<typeof position>;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The text between two places, which both count from 1. */
function textBetween(source: string, start: Place, end: Place): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  const cut = lines.map((line, at) =>
    line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined),
  );
  return oneLine(cut.join(' '));
}

/** Reads Stryker's report of a group, without files that the group had before. */
export function readResult({ name: group, mutate }: MutationGroup, text: string) {
  const { files } = reportShape.parse(JSON.parse(text));
  const own = Object.entries(files).filter(([file]) => mutate.includes(file));
  const all = own.flatMap(([file, { source, mutants }]) =>
    mutants.map(({ status, replacement, location: { start, end } }) => ({
      file,
      status,
      line: start.line,
      original: textBetween(source, start, end),
      replacement: oneLine(replacement),
    })),
  );
  return { group, files: own.length, all };
}

type GroupResult = ReturnType<typeof readResult>;

/** The scores of some groups. A mutant that broke the set-up of the tests has no result and does not count. */
export function tableOf(results: readonly GroupResult[]): string {
  const rows = results.map(({ group, files, all }) => {
    const count = (status: string) => all.filter((one) => one.status === status).length;
    const counts = [count('Killed'), count('Survived'), count('Timeout'), count('NoCoverage')] as const;
    const mutants = counts.reduce((sum, one) => sum + one, 0);
    const score = mutants === 0 ? 0 : ((counts[0] + counts[2]) / mutants) * 100;
    return [group, files, mutants, ...counts, `${score.toFixed(1)} %`];
  });
  return markdownTable(['Group', 'Files', 'Mutants', 'Killed', 'Survived', 'Timeout', 'No coverage', 'Score'], rows);
}

const code = (text: string) => `\`${(text.length > 90 ? `${text.slice(0, 87)}…` : text).replaceAll('`', "'")}\``;

/** The survivors of a group, each with its reason. */
export function survivorsOf({ all }: GroupResult): string {
  const survivors = all.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const rows = survivors.map((one) => {
    const open = one.status === 'NoCoverage' ? 'open: no test of the group runs it' : 'open';
    return [`${one.file}:${one.line}`, code(one.original), code(one.replacement), reasonOf(one) ?? open];
  });
  return rows.length === 0 ? 'None.' : markdownTable(['Where', 'Source', 'Mutant', 'Why it survives'], rows);
}
