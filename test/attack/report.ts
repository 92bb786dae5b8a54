import { readFile, writeFile } from 'node:fs/promises';
import { explanationOf, type Findings } from './findings.ts';
import type { PartResult } from './part.ts';
import type { Tool } from './tool.ts';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const named: Readonly<Record<Tool, string>> = {
  baseline: 'Unharmed calls',
  sqlmap: 'sqlmap',
  wapiti: 'wapiti',
  slow: 'slowhttptest',
  zzuf: 'zzuf',
};

interface Summary {
  readonly tool: Tool;
  readonly results: readonly PartResult[];
  readonly findings: Findings;
  /** `full`, or what was left out. */
  readonly form: string;
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ');

function describeFindings(tool: Tool, findings: Findings): string[] {
  const all = findings.all
    .filter(({ finding }) => finding.tool === tool)
    .map(({ finding, times }) => ({ ...finding, times, reason: explanationOf(finding) }));
  const open = all.filter(({ reason }) => reason === null);
  const explained = all.filter(({ reason }) => reason !== null);
  return [
    `Findings: ${open.length} unexplained, ${explained.length} explained.`,
    '',
    ...open.map(({ what, where, detail, times }) => `- **${what}**, \`${where}\` (${times}): ${inOneLine(detail)}`),
    ...explained.map(({ what, where, reason, times }) => `- ${what}, \`${where}\` (${times}): explained, ${reason}.`),
  ];
}

/** What a part of the attack came to, as Markdown: a table by role and what was found. */
export function summaryOf({ tool, results, findings, form }: Summary): string {
  const rows = results
    .filter((result) => result.tool === tool)
    .map(({ role, what, requests, minutes }) =>
      row([role, what, String(requests), minutes < 1 ? '< 1' : String(Math.round(minutes))]),
    );
  return [
    `**${named[tool]}** (${form}, ${new Date().toISOString().slice(0, 10)})`,
    '',
    row(['Role', 'What', 'Requests', 'Minutes']),
    row(['---', '---', '---:', '---:']),
    ...rows,
    '',
    ...describeFindings(tool, findings),
  ]
    .join('\n')
    .trimEnd();
}

/** Puts the summary of a part into its place in a document. */
export async function writeInto(file: string, tool: Tool, summary: string): Promise<void> {
  const [begin, end] = [`<!-- attack ${tool}: begin -->`, `<!-- attack ${tool}: end -->`];
  const text = await readFile(file, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`${file} has no place between ${begin} and ${end}`);
  await writeFile(file, `${text.slice(0, from + begin.length)}\n${summary}\n${text.slice(to)}`);
}
