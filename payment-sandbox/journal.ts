import { type FileHandle, mkdir, open, readFile, rename, stat, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * An append-only file of lines. Lines that arrive while a write is under way go out together in the next one, with
 * one fsync for all of them, so that durability costs little under load.
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
    // A failed write poisons the journal: what came after it must not be acknowledged either.
    this.#next = this.#written.then(() => this.#flush());
    this.#next.catch(() => {});
  }

  /** Resolves when everything appended so far is on disk; rejects when it will never be. */
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

/** The whole lines of the file. A torn last line, left by a killed process, was never acknowledged and is cut off. */
export async function readJournal(file: string): Promise<string[]> {
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

/** Puts `lines` in place of the whole file at once: after a power cut it holds either the old lines or the new. */
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

/** A new or renamed file is only found again after a power cut when its folder is on disk too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
