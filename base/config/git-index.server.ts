import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const entry = { mode: 24, flags: 60, name: 62 } as const;
const regular = { mask: 0o170_000, file: 0o100_000 } as const;
const extendedFlag = 0x4000;

/** A number of variable length, as in packs: how much of the name before is dropped. */
function readOffset(index: Buffer, from: number): { readonly value: number; readonly end: number } {
  let at = from;
  let byte = index.readUInt8(at);
  let value = byte & 0x7f;
  while (byte & 0x80) {
    at += 1;
    byte = index.readUInt8(at);
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, end: at + 1 };
}

/**
 * The ordinary files that an index of git names, versions 2 to 4 with SHA-1 (git's own format description:
 * https://git-scm.com/docs/index-format). Throws for anything else.
 */
function filesInIndex(index: Buffer): string[] {
  const version = index.readUInt32BE(4);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) throw new Error('no index of git');
  const files = new Set<string>();
  let name = '';
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    const isExtended = (index.readUInt16BE(at + entry.flags) & extendedFlag) !== 0;
    const dropped = at + entry.name + (isExtended ? 2 : 0);
    const { value, end: start } = version === 4 ? readOffset(index, dropped) : { value: name.length, end: dropped };
    const end = index.indexOf(0, start);
    name = name.slice(0, name.length - value) + index.toString('utf8', start, end);
    const isFile = (index.readUInt32BE(at + entry.mode) & regular.mask) === regular.file;
    if (isFile) files.add(name);
    // Before version 4 entries are filled up to a multiple of eight bytes, with at least one zero.
    at = version === 4 ? end + 1 : at + Math.ceil((end + 1 - at) / 8) * 8;
  }
  return [...files];
}

/** The files under version control in a clone, also in one of its work trees; null where the folder is none. */
export async function filesInClone(folder: string): Promise<string[] | null> {
  const git = join(folder, '.git');
  const link = await readFile(git, 'utf8').catch(() => '');
  const home = /^gitdir: (.+)$/m.exec(link)?.[1];
  const index = await readFile(join(home === undefined ? git : resolve(folder, home), 'index')).catch(() => null);
  return index && filesInIndex(index);
}
