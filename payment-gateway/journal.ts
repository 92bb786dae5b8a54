import { type FileHandle, mkdir, open, readFile, rename, stat, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';

/**
 * An append-only file of lines. Lines that arrive during a write share the next write and its fsync, so that durability costs
 * little under load.
 */
export class Journal {
  #handle: FileHandle;
  #pending: string[] = [];
  #written: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  append(line: string): void {
    this.#pending.push(line);
    if (this.#next !== null) return;
    // After a failed write nothing that follows may be acknowledged either.
    this.#next = this.#written.then(() => this.#flush());
    this.#next.catch(() => {});
  }

  /** Resolves when everything appended so far is on disk; rejects if a write has failed. */
  settled(): Promise<void> {
    return this.#next ?? this.#written;
  }

  async close(): Promise<void> {
    await this.settled().catch(() => {});
    await this.#handle.close();
  }

  async #flush(): Promise<void> {
    const lines = this.#pending;
    this.#pending = [];
    if (this.#next !== null) this.#written = this.#next;
    this.#next = null;
    await this.#handle.appendFile(`${lines.join('\n')}\n`);
    await this.#handle.datasync();
  }
}

/** The complete lines of the file. An incomplete last line of a killed process was never acknowledged and is cut off. */
async function readJournal(file: string): Promise<string[]> {
  await mkdir(dirname(file), { recursive: true });
  const isThere = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isThere) return [];
  const bytes = await readFile(file);
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end < bytes.length) await truncate(file, end);
  return bytes
    .subarray(0, end)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** The entries of a file, one a line. Throws where a line is none. */
export async function readEntries<Entry>(file: string, shape: z.ZodType<Entry>): Promise<Entry[]> {
  return (await readJournal(file)).map((line, index) => {
    const entry = shape.safeParse(parseJson(line));
    if (!entry.success) throw new Error(`The journal ${file} is damaged at line ${index + 1}`);
    return entry.data;
  });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Replaces the file with `lines` atomically: after a power cut it has either the old lines or the new. */
export async function replaceJournal(file: string, lines: string[]): Promise<void> {
  const fresh = `${file}.new`;
  const handle = await open(fresh, 'w', 0o600);
  try {
    await handle.writeFile(lines.map((line) => `${line}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, file);
  await syncFolder(dirname(file));
}

export async function openJournal(file: string): Promise<Journal> {
  const journal = new Journal(await open(file, 'a', 0o600));
  await syncFolder(dirname(file));
  return journal;
}

/** Syncs a folder: a new or renamed file survives a power cut only if its folder is on disk too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
