import { unzipSync } from 'fflate';

/** The files of a ZIP by their names. Throws where it has no list of its files, as one that was cut off. */
export function readZip(bytes: Uint8Array): ReadonlyMap<string, Buffer> {
  return new Map(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content)]));
}

/** The lines of a file of the archive; none where it is left out. */
export function linesIn(files: ReadonlyMap<string, Buffer>, name: string): Record<string, unknown>[] {
  const text = files.get(name)?.toString('utf8') ?? '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Object(JSON.parse(line)));
}
