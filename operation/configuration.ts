/**
 * `npm run configuration` tells whether docs/configuration.md and the README's table say what the schema of the environment says;
 * `npm run configuration -- --write` writes them.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConfigEntry, describeConfig } from '#base/config.server.ts';
import { between } from './marked-text.ts';

const groups: Readonly<Record<ConfigEntry['group'], string>> = {
  server: 'The server',
  secrets: 'Secrets of its own',
  money: 'Payments',
  data: 'Data',
  people: 'People and country',
  outside: 'Maps and analytics',
  watching: 'Log and metrics',
};

const cell = (text: string) => text.replaceAll('|', '\\|');

function withoutValue({ fallback, isSecret, unset }: ConfigEntry): string {
  if (fallback !== null) return isSecret ? 'one for development, known to everybody' : `\`${fallback}\``;
  return `unset: ${unset ?? 'nothing'}`;
}

function sectionOf(group: ConfigEntry['group'], entries: readonly ConfigEntry[]): string {
  const rows = entries
    .filter((entry) => entry.group === group)
    .map((entry) =>
      [`\`${entry.name}\``, withoutValue(entry), entry.description, entry.inProduction ?? '']
        .map((text) => ` ${cell(text)} `)
        .join('|'),
    );
  const head = `## ${groups[group]}\n\n| Variable | Default | What it sets | In production |\n|---|---|---|---|\n`;
  return `${head}${rows.map((row) => `|${row}|`).join('\n')}\n`;
}

const head = `# Configuration

All of it comes from the environment, is read once at the start and checked: a wrong or missing value stops the start, with one
line for each variable at fault. An empty value counts as unset. This page is written by \`npm run configuration -- --write\` from
the schema in \`base/config.server.ts\`.

`;

function secretsOf(entries: readonly ConfigEntry[]): string {
  const names = entries.filter(({ isSecret }) => isSecret).map(({ name }) => `\`${name}\``);
  return `## What must stay secret

${names.join(', ')}, and the \`AWS_SECRET_ACCESS_KEY\` of a picture store. None of them is ever logged or answered. How to replace
them while people are at work: [operation.md](operation.md#secrets).
`;
}

/** The whole page of the reference. */
export function configurationPage(entries: readonly ConfigEntry[]): string {
  const names = Object.keys(groups).filter((name): name is ConfigEntry['group'] => name in groups);
  return `${head}${names.map((name) => sectionOf(name, entries)).join('\n')}\n${secretsOf(entries)}`;
}

/** The README's table: the same without what production asks. */
export function readmeTable(entries: readonly ConfigEntry[]): string {
  const rows = entries.map(
    (entry) => `| \`${entry.name}\` | ${cell(withoutValue(entry))} | ${cell(entry.description)} |`,
  );
  return `| Variable | Default | What it sets |\n|---|---|---|\n${rows.join('\n')}`;
}

/** What both documents must say: their paths and their whole texts. */
export async function configurationDocuments(root: string): Promise<{ path: string; text: string }[]> {
  const entries = describeConfig();
  const readme = join(root, 'README.md');
  return [
    { path: join(root, 'docs/configuration.md'), text: configurationPage(entries) },
    { path: readme, text: between(await readFile(readme, 'utf8'), 'configuration', readmeTable(entries)) },
  ];
}

async function main(isToWrite: boolean): Promise<void> {
  for (const { path, text } of await configurationDocuments(join(import.meta.dirname, '..'))) {
    if ((await readFile(path, 'utf8').catch(() => '')) === text) continue;
    if (isToWrite) await writeFile(path, text);
    else process.exitCode = 1;
    process.stdout.write(`${path}: ${isToWrite ? 'written' : 'out of date, run npm run configuration -- --write'}\n`);
  }
}

if (import.meta.main) await main(process.argv.includes('--write'));
