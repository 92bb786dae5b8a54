import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const compressible = /\.(?:m?js|css|svg|json|txt|xml|html|webmanifest|ico|geojson|map)$/;

/** Writes `.br` and `.gz` beside every text file of a folder, where they are smaller than the file itself. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !compressible.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const plain = await readFile(path);
    const small = await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    if (small.length >= plain.length) continue;
    await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, await zip(plain, { level: 9 }))]);
  }
}
