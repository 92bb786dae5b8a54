import { readFile, writeFile } from 'node:fs/promises';
import { explanationOf, type Findings } from './findings.ts';
import type { PartResult } from './part.ts';

const begin = '<!-- attack:begin -->';
const end = '<!-- attack:end -->';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const named: Readonly<Record<PartResult['tool'], string>> = {
  baseline: 'unharmed calls',
  sqlmap: 'sqlmap',
  wapiti: 'wapiti',
  slow: 'slowhttptest',
  zzuf: 'zzuf',
};

/** What a whole run came to. */
interface Summary {
  readonly results: readonly PartResult[];
  readonly findings: Findings;
  /** Tools that this machine lacks, as the packages that bring them. */
  readonly missing: readonly string[];
  /** `quick` and the like: what was asked for. */
  readonly form: string;
}

/** The summary as a Markdown table with what was found below it. */
export function summaryOf({ results, findings, missing, form }: Summary): string {
  const rows = results.map(({ tool, role, what, requests, minutes }) =>
    row([named[tool], role, what, String(requests), minutes < 1 ? '< 1' : String(Math.round(minutes))]),
  );
  const all = findings.all.map(({ finding, times }) => ({ ...finding, times, reason: explanationOf(finding) }));
  const open = all.filter(({ reason }) => reason === null);
  const reasons = Map.groupBy(
    all.filter(({ reason }) => reason !== null),
    ({ tool, what, reason }) => `${named[tool]}, ${what}: ${reason}`,
  );
  return [
    `Form: ${form}, ${new Date().toISOString().slice(0, 10)}.`,
    '',
    row(['Tool', 'Role', 'What', 'Requests', 'Minutes']),
    row(['---', '---', '---', '---:', '---:']),
    ...rows,
    '',
    `Findings: ${open.length} unexplained, ${all.length - open.length} explained.`,
    ...open.map(
      ({ tool, what, where, detail, times }) =>
        `- **${named[tool]}, ${what}**, \`${where}\` (${times}): ${detail.replace(/\s+/g, ' ')}`,
    ),
    ...[...reasons].map(([reason, met]) => `- ${reason} (at ${met.length} ${met.length === 1 ? 'place' : 'places'})`),
    ...missing.map((name) => `- Not run: ${name} is not installed (\`apt-get install ${name}\`).`),
  ].join('\n');
}

/** Puts the summary between the two marks of a document. */
export async function writeInto(file: string, summary: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`${file} has no place between ${begin} and ${end}`);
  await writeFile(file, `${text.slice(0, from + begin.length)}\n${summary}\n${text.slice(to)}`);
}
