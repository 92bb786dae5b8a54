import { lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { packTar, type TarEntry } from 'modern-tar';
import { z } from 'zod';
import { filesInClone } from './git-index.server.ts';

const zip = promisify(gzip);
const anHour = 3_600;

const packageFile = z.object({ name: z.string(), version: z.string(), files: z.array(z.string()) });

const unknownFiles = `Nothing says which files are the program: install it from a clone, or set SOURCE_URL.\n`;

/** Where the names stand in an image or an unpacked archive, which are no clones. */
const listFile = 'build/source-files.txt';

async function filesInList(folder: string): Promise<string[]> {
  const list = await readFile(join(folder, listFile), 'utf8').catch(() => '');
  return list.split('\n').filter((name) => name !== '');
}

/** The names of the program's files, as they were installed. What else lies in its folders is never among them. */
async function sourceFiles(folder: string): Promise<string[]> {
  return (await filesInClone(folder)) ?? filesInList(folder);
}

/** Writes down which files of a clone are the program, for where it runs without the clone. */
export async function writeSourceList(folder: string): Promise<void> {
  const files = await filesInClone(folder);
  if (files === null) return;
  await mkdir(join(folder, dirname(listFile)), { recursive: true });
  await writeFile(join(folder, listFile), `${files.join('\n')}\n`);
}

/** A file's content; null for a missing one and for a link. */
async function readOwn(path: string): Promise<Buffer | null> {
  const found = await lstat(path).catch(() => null);
  return found?.isFile() ? readFile(path) : null;
}

interface SourceArchive {
  /** `opora-0.1.0.tar.gz` */
  readonly name: string;
  readonly bytes: Buffer;
}

/** Packs the running program, including changes of its files. Null where nothing says which files it has. */
async function packSource(folder: string): Promise<SourceArchive | null> {
  const { name, version, files } = packageFile.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const offered = ['package.json', 'package-lock.json', ...files];
  const isOffered = (path: string) => offered.some((one) => path === one || path.startsWith(`${one}/`));
  const known = (await sourceFiles(folder)).filter(isOffered).sort();
  if (known.length === 0) return null;
  const root = `${name}-${version}`;
  const entries: TarEntry[] = [];
  const add = (path: string, body: Buffer) => {
    entries.push({ header: { name: `${root}/${path}`, size: body.length, mode: 0o644 }, body });
  };
  for (const path of known) {
    const body = await readOwn(join(folder, path));
    if (body !== null) add(path, body);
  }
  // Whoever runs the archive offers the same files.
  add(listFile, Buffer.from(`${known.join('\n')}\n`));
  return { name: `${root}.tar.gz`, bytes: await zip(await packTar(entries), { level: 9 }) };
}

export interface SourceOfferOptions {
  /** The package's folder. */
  readonly folder: string;
  /** Where the operator publishes the source; undefined: this server sends it. */
  readonly sourceUrl: string | undefined;
}

/**
 * Registers `/source`, which gives every visitor the source of the running program, as section 13 of the AGPL requires
 * (docs/decisions/0021-source-for-visitors.md). The archive is packed on the first request and then cached.
 */
export function registerSourceOffer(app: FastifyInstance, { folder, sourceUrl }: SourceOfferOptions): void {
  let packed: Promise<SourceArchive | null> | undefined;

  function archive(): Promise<SourceArchive | null> {
    packed ??= packSource(folder).catch((error: unknown) => {
      packed = undefined;
      throw error;
    });
    return packed;
  }

  app.get('/source', { exposeHeadRoute: true }, async (_request, reply) => {
    if (sourceUrl !== undefined) return reply.header('Cache-Control', 'no-store').redirect(sourceUrl);
    const made = await archive();
    if (made === null) return reply.code(503).header('Cache-Control', 'no-store').send(unknownFiles);
    const { name, bytes } = made;
    return reply
      .type('application/gzip')
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .header('Cache-Control', `public, max-age=${String(anHour)}`)
      .send(bytes);
  });
}
