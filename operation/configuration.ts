/**
 * `npm run configuration` checks that docs/configuration.md matches the schema of the environment; `npm run configuration -- --write`
 * writes it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConfigEntry, describeConfig } from '#base/config/config.server.ts';

const groups: Readonly<Record<ConfigEntry['group'], string>> = {
  server: 'The server',
  secrets: 'Secrets of its own',
  money: 'Payments',
  messages: 'Messages with codes',
  data: 'Data',
  people: 'People and country',
  outside: 'Maps, analytics and source',
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
the schema in \`base/config/environment.server.ts\`.

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

/** The generated documents: path and text. */
export function configurationDocuments(root: string): { path: string; text: string }[] {
  return [{ path: join(root, 'docs/configuration.md'), text: configurationPage(describeConfig()) }];
}

async function main(isToWrite: boolean): Promise<void> {
  for (const { path, text } of configurationDocuments(join(import.meta.dirname, '..'))) {
    if ((await readFile(path, 'utf8').catch(() => '')) === text) continue;
    if (isToWrite) await writeFile(path, text);
    else process.exitCode = 1;
    process.stdout.write(`${path}: ${isToWrite ? 'written' : 'out of date, run npm run configuration -- --write'}\n`);
  }
}

if (import.meta.main) await main(process.argv.includes('--write'));
