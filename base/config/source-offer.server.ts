import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { packTar } from 'modern-tar';
import { z } from 'zod';

const zip = promisify(gzip);
const anHour = 3_600;

/** Extensions of source files. Other files (keys, dumps, environment files) are not packed. */
const kinds = new Set(
  '.cjs .css .grit .ico .js .json .md .mjs .mp3 .ogg .png .po .sh .sql .svg .ts .tsx .txt .wav .webmanifest .yaml'.split(
    ' ',
  ),
);
const plainNames = new Set(['Dockerfile', 'LICENSE', '.dockerignore', '.gitignore']);
const madeFolders = new Set(['node_modules', 'build']);

const packageFile = z.object({ name: z.string(), version: z.string(), files: z.array(z.string()) });

const isSource = (path: string) => plainNames.has(basename(path)) || kinds.has(extname(path));

async function filesBelow(folder: string, name: string): Promise<string[]> {
  const path = join(folder, name);
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (entries === null) return isSource(path) ? [path] : [];
  const inside = await Promise.all(
    entries.map(async (entry) => {
      if (entry.name.startsWith('.') || madeFolders.has(entry.name)) return [];
      if (entry.isDirectory()) return filesBelow(path, entry.name);
      return entry.isFile() && isSource(entry.name) ? [join(path, entry.name)] : [];
    }),
  );
  return inside.flat();
}

interface SourceArchive {
  /** `opora-0.1.0.tar.gz` */
  readonly name: string;
  readonly bytes: Buffer;
}

/** Packs the `files` of `package.json`: the running program, including local changes. */
async function packSource(folder: string): Promise<SourceArchive> {
  const { name, version, files } = packageFile.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const listed = ['package.json', 'package-lock.json', ...files];
  const paths = (await Promise.all(listed.map((entry) => filesBelow(folder, entry)))).flat().sort();
  const root = `${name}-${version}`;
  const entries = await Promise.all(
    paths.map(async (path) => {
      const body = await readFile(path);
      const header = { name: `${root}/${relative(folder, path).split(sep).join('/')}`, size: body.length, mode: 0o644 };
      return { header, body };
    }),
  );
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
  let packed: Promise<SourceArchive> | undefined;

  function archive(): Promise<SourceArchive> {
    packed ??= packSource(folder).catch((error: unknown) => {
      packed = undefined;
      throw error;
    });
    return packed;
  }

  app.get('/source', { exposeHeadRoute: true }, async (_request, reply) => {
    if (sourceUrl !== undefined) return reply.header('Cache-Control', 'no-store').redirect(sourceUrl);
    const { name, bytes } = await archive();
    return reply
      .type('application/gzip')
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .header('Cache-Control', `public, max-age=${String(anHour)}`)
      .send(bytes);
  });
}
