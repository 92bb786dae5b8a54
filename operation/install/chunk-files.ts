import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Whether a folder (`app/site/frame/`) or a file with a stem (`app/call` for `app/call.ts`) exists. */
function exists(place: string): boolean {
  if (place.endsWith('/')) return existsSync(join(root, place));
  const folder = join(root, dirname(place));
  return existsSync(folder) && readdirSync(folder).some((file) => file.startsWith(`${basename(place)}.`));
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Matches the modules of folders and file stems, relative to the package. Throws if one is missing: a moved file would otherwise leave its
 * chunk silently.
 */
export function modulesOf(places: readonly string[], also?: RegExp): RegExp {
  const missing = places.filter((place) => !exists(place));
  if (missing.length > 0) throw new Error(`No such folder or file for a chunk: ${missing.join(', ')}`);
  const own = places.map((place) => `/${escaped(place)}${place.endsWith('/') ? '' : '\\.'}`);
  return new RegExp([...own, ...(also ? [also.source] : [])].join('|'));
}
