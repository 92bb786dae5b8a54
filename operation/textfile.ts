import { readFile, rename, writeFile } from 'node:fs/promises';

/** Figures of commands that run and end, such as a backup, for node_exporter's textfile collector. */
export type CommandFigures = Readonly<Record<`opora_${string}`, number>>;

/** Puts the figures into a file in Prometheus' form; those of other commands in it stay. The file is never seen half written. */
export async function writeFigures(file: string, figures: CommandFigures): Promise<void> {
  const old = await readFile(file, 'utf8').catch(() => '');
  const kept = old
    .split('\n')
    .filter((line) => line !== '' && !Object.keys(figures).includes(line.split(' ')[0] ?? ''));
  const lines = [...kept, ...Object.entries(figures).map(([name, value]) => `${name} ${value}`)];
  await writeFile(`${file}.new`, `${lines.sort().join('\n')}\n`, { mode: 0o644 });
  await rename(`${file}.new`, file);
}
