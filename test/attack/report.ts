import { readFile, writeFile } from 'node:fs/promises';
import { between } from '../../operation/marked-text.ts';
import { markdownTable } from '../run/markdown-table.ts';
import type { Tool } from './explained.ts';
import { explanationOf, type Findings } from './findings.ts';
import type { PartResult } from './part.ts';

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

/** The result of a part as Markdown: a table by role, and the findings. */
export function summaryOf({ tool, results, findings, form }: Summary): string {
  const rows = results
    .filter((result) => result.tool === tool)
    .map(({ role, what, requests, minutes }) => [role, what, requests, minutes < 1 ? '< 1' : Math.round(minutes)]);
  return [
    `**${tool}** (${form}, ${new Date().toISOString().slice(0, 10)})`,
    '',
    markdownTable(['Role', 'What', 'Requests', 'Minutes'], rows),
    '',
    ...describeFindings(tool, findings),
  ]
    .join('\n')
    .trimEnd();
}

/** Writes the summary of a part into its place in a document. */
export async function writeInto(file: string, tool: Tool, summary: string): Promise<void> {
  await writeFile(file, between(await readFile(file, 'utf8'), `attack ${tool}`, summary));
}
