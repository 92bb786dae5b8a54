import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const manifest = z.object({
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  proof: z.object({ entries: z.string(), balances: z.string(), paid: z.string() }),
  hasImages: z.boolean(),
});

/** The manifest of a backup, against which a restored copy is checked. */
export type Manifest = z.infer<typeof manifest>;

const fileName = 'manifest.json';

/** Written last, so that a folder without it is an unfinished backup. */
export async function writeManifest(folder: string, made: Manifest): Promise<void> {
  await writeFile(join(folder, fileName), `${JSON.stringify(made, null, 2)}\n`);
}

/** Throws if the folder has no finished backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, fileName), 'utf8').catch(() => null);
  if (text === null) throw new Error(`${folder} holds no finished backup: there is no ${fileName} in it`);
  return manifest.parse(JSON.parse(text));
}
