import { chmod, readFile, rename, writeFile } from 'node:fs/promises';

/** Values of the environment by name. */
export type Settings = Readonly<Record<string, string>>;

const assignment = /^\s*([A-Za-z_][A-Za-z0-9_]*)=(.*)$/;
const plain = /^[A-Za-z0-9:/.@=_,-]*$/;

function unquoted(text: string): string {
  const [, single, double] = /^(?:'([^']*)'|"([^"]*)")$/.exec(text.trim()) ?? [];
  return single ?? double ?? text.trim();
}

/** The settings of a text that systemd, a shell and Node read alike. */
export function parseSettings(text: string): Settings {
  const found = text.split('\n').flatMap((line) => {
    const [, name, value = ''] = assignment.exec(line) ?? [];
    return name === undefined ? [] : [[name, unquoted(value)]];
  });
  return Object.fromEntries(found);
}

/** Throws an error for a value that no file can hold for systemd, a shell and Node alike. */
export function requireStorable(name: string, value: string): void {
  if (/['\r\n]/.test(value)) throw new Error(`${name}: a quotation mark or a line break cannot be stored`);
}

function lineOf(name: string, value: string): string {
  requireStorable(name, value);
  return plain.test(value) ? `${name}=${value}` : `${name}='${value}'`;
}

/** The text with other values: lines of the same name are replaced, others and comments stay, new ones follow. */
export function withSettings(text: string, settings: Settings): string {
  const left = new Map(Object.entries(settings));
  const lines = text.replace(/\n$/, '').split('\n');
  const changed = lines.map((line) => {
    const name = assignment.exec(line)?.[1] ?? '';
    const value = settings[name];
    left.delete(name);
    return value === undefined ? line : lineOf(name, value);
  });
  const added = [...left].map(([name, value]) => lineOf(name, value));
  return `${[...(text === '' ? [] : changed), ...added].join('\n')}\n`;
}

/** The text of a file; null: there is none. */
export async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Replaces a file at once by one that only its owner can read. */
export async function writePrivately(file: string, text: string): Promise<void> {
  const fresh = `${file}.new`;
  await writeFile(fresh, '', { mode: 0o600 });
  await chmod(fresh, 0o600);
  await writeFile(fresh, text, { flush: true });
  await rename(fresh, file);
}
