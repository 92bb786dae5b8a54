import { archivedFiles, tablesNotArchived } from './archived-files.ts';

const about = `# Moving out

Whoever has an account downloads everything of it at «Безопасность» as one ZIP: what a person sees in the product, and the files. The operator writes
the same with \`npm run person -- archive <phone or id> <file.zip>\`. \`operation/person/archive/\` says what belongs to it, and a test writes this
page from there.

- \`README.txt\` names the files in the language of the reader.
- \`*.jsonl\` has a line of JSON for each record, in UTF-8, in the order in which records were made where that is known. A file without records is left out.
- Sums are numbers in main units of the site's currency, moments are ISO 8601 in UTC, null means that there is none.
- \`pictures/<name>.webp\`, \`audio/<name>.mp3\` (\`m4a\`, \`ogg\`) and \`sounds/<name>.wav\` are the uploaded files; the lines name them without the ending.
- \`missing.txt\`, if it is there, names files that the store does not have.
- Entries are stored without compression, and large archives are ZIP64.

The archive is written while it is downloaded, so that what changes meanwhile may be in one file and not yet in another. A download that breaks off
leaves no valid ZIP.

It has no passwords, keys and secrets, no name of whoever gave anonymously, no phone of anybody else, and no notes of the staff.
`;

const cell = (text: string) => text.replaceAll('|', '\\|');

/** The text of `docs/moving-out.md`. */
export function movingOutDocument(): string {
  const files = Object.entries(archivedFiles).map(([name, { holds, fields }]) => {
    const rows = Object.entries(fields).map(
      ([field, { means, isMoney }]) => `| \`${field}\` | ${cell(means)}${isMoney ? ' (money)' : ''} |`,
    );
    return `### \`${name}\`\n\n${holds[0]?.toUpperCase()}${holds.slice(1)}.\n\n| Field | Meaning |\n|---|---|\n${rows.join('\n')}\n`;
  });
  const left = Object.entries(tablesNotArchived).map(([table, reason]) => `| \`${table}\` | ${cell(reason)} |`);
  return `${about}\n## Files\n\n${files.join('\n')}\n## Not in the archive\n\n| Table | Why |\n|---|---|\n${left.join('\n')}\n`;
}
