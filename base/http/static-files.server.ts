import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { StoredAnswer } from './stored-answer.server.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.geojson': 'application/geo+json',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wav': 'audio/wav',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};
const aYear = 'public, max-age=31536000, immutable';
const anHour = 'public, max-age=3600';

async function optional(path: string): Promise<Buffer | undefined> {
  return existsSync(path) ? readFile(path) : undefined;
}

/**
 * Reads the built files of the browser into memory, by address, with the compressed forms that the build made. Files below `/assets/`
 * have a content hash in their names and may be cached forever.
 */
export async function readStaticFiles(folder: string): Promise<ReadonlyMap<string, StoredAnswer>> {
  const files = new Map<string, StoredAnswer>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || /\.(?:br|gz)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    if (address.startsWith('/.vite/')) continue;
    const [plain, br, gzip] = await Promise.all([readFile(path), optional(`${path}.br`), optional(`${path}.gz`)]);
    files.set(address, {
      status: 200,
      headers: [
        ['Content-Type', types[extname(path)] ?? 'application/octet-stream'],
        ['Cache-Control', address.startsWith('/assets/') ? aYear : anHour],
        ['X-Content-Type-Options', 'nosniff'],
        ['Cross-Origin-Resource-Policy', 'same-origin'],
      ],
      hash: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
      plain,
      ...(br === undefined ? {} : { br }),
      ...(gzip === undefined ? {} : { gzip }),
    });
  }
  return files;
}
