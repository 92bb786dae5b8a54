import { readFile, rename, writeFile } from 'node:fs/promises';

/** Metrics of commands such as a backup, for node_exporter's textfile collector. */
export type CommandFigures = Readonly<Record<`opora_${string}`, number>>;

/** Writes the metrics to a file in Prometheus' format, atomically; those of other commands in it stay. */
export async function writeFigures(file: string, figures: CommandFigures): Promise<void> {
  const old = await readFile(file, 'utf8').catch(() => '');
  const others = old
    .split('\n')
    .filter((line) => line !== '' && !Object.keys(figures).includes(line.split(' ')[0] ?? ''));
  const lines = [...others, ...Object.entries(figures).map(([name, value]) => `${name} ${value}`)];
  await writeFile(`${file}.new`, `${lines.sort().join('\n')}\n`, { mode: 0o644 });
  await rename(`${file}.new`, file);
}
