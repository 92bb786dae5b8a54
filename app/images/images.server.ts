import type { IncomingMessage } from 'node:http';
import multipart from '@fastify/multipart';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Logger } from 'pino';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import type { FileAnswer } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import type { ReadyCall } from '#base/pages/pages.server.ts';
import { networkOf } from '#base/process/network-of.ts';
import { checkImage, type MadeImage, makeImage } from './content/image-content.server.ts';
import type { ImageType } from './image-choices.ts';
import type { ImageFiles } from './image-files.server.ts';
import { folderOf, isImageName, newImageName, storedPathOf } from './image-paths.server.ts';
import { readUpload } from './image-upload.server.ts';
import { cachedForEver, ImageVariants, variantTag } from './image-variants.server.ts';
import { imagesCalls } from './images.calls.ts';
import {
  deleteImages,
  holdImages,
  holdImagesOf,
  type ImageRow,
  insertImage,
  lockOldImages,
  readImages,
} from './images-store.server.ts';
import { ReadyPictures } from './ready-pictures.server.ts';
import { WorkQueue } from './work-queue.server.ts';

const uploadBudget: Budget = {
  name: 'image-upload',
  points: 60,
  seconds: 3_600,
  message: 'Слишком много загрузок за час. Подождите немного и попробуйте снова',
};

const variantsAtOnce = 2;
const variantsWaiting = 200;
/** Uploads in memory, and those that wait with their files unread. */
const uploadsAtOnce = 8;
const uploadsWaiting = 24;
/** Uploads are decoded one at a time: each may need 4 bytes per pixel, and a core of the machine. */
const decodedAtOnce = 1;
const sweptAtOnce = 200;

/** A stored picture: its name, and its size in pixels. */
interface StoredImage {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** A file to be stored; `ownerId` null: no owner. */
interface NewImage {
  readonly bytes: Buffer;
  readonly type: ImageType;
  readonly ownerId: string | null;
}

/** Returns which of these pictures an area uses. */
export type FindUsedImages = (db: Queryable, names: readonly string[]) => Promise<Iterable<string>>;

/** The running area of pictures. */
export interface Images extends Area {
  /** A picture in memory that a request asks for (base/pages/pages.server.ts). */
  readyPicture(request: IncomingMessage): ReadyCall | undefined;
  /** Checks and stores a picture as an upload does, without a budget; throws the same failures. */
  storeImage(image: NewImage): Promise<StoredImage>;
  /** Sends a guarded picture; the area that asks for it has checked the right to see it. Throws `NotFound` for all other names. */
  sendGuarded(asked: AskedImage, context: CallContext): Promise<FileAnswer>;
  /** The bytes of a stored picture as WebP; null for an unknown name. */
  readImage(name: string): Promise<Buffer | null>;
  /** Removes pictures that were uploaded over 24 hours ago and are not in use; returns how many. */
  sweepUnusedImages(): Promise<number>;
}

export interface ImagesOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly files: ImageFiles;
  /** One for each area with pictures. A picture that none of them uses is removed. */
  readonly usedBy: readonly FindUsedImages[];
}

interface ImageDeps {
  readonly db: Database;
  readonly files: ImageFiles;
  readonly log: Logger;
  readonly uploads: WorkQueue;
  readonly decoding: LimitFunction;
  readonly variants: ImageVariants;
  readonly ready: ReadyPictures;
  readonly usedBy: readonly FindUsedImages[];
}

/** Size and blurred placeholder (a data URI) of pictures by name; unknown names are omitted. */
export async function imagesByName(db: Queryable, names: readonly string[]): Promise<ReadonlyMap<string, ImageRow>> {
  const rows = names.length === 0 ? [] : await readImages(db, names);
  return new Map(rows.map((row) => [row.name, row]));
}

/**
 * Whether all the pictures exist and may be shown to everybody. Until the transaction ends none of them is removed as unused: call it before
 * storing a reference to them.
 */
export async function holdImageNames(tx: Tx, names: readonly string[]): Promise<boolean> {
  const wanted = new Set(names);
  return (await holdImages(tx, [...wanted])).length === wanted.size;
}

/** The same, only for pictures that the person has uploaded. `isGuarded`: those that are not for everybody, and no others. */
export async function holdOwnImageNames(
  tx: Tx,
  ownerId: string,
  names: readonly string[],
  { isGuarded = false }: { readonly isGuarded?: boolean } = {},
): Promise<boolean> {
  const wanted = new Set(names);
  return (await holdImagesOf(tx, ownerId, { names: [...wanted], isGuarded })).length === wanted.size;
}

async function make(file: Buffer): Promise<MadeImage> {
  await checkImage(file);
  return makeImage(file);
}

/** `open`: opens the transaction that inserts the picture's row. */
async function storeImage(
  deps: ImageDeps,
  { bytes, type, ownerId }: NewImage,
  open: CallContext['transaction'] = deps.db.transaction,
): Promise<StoredImage> {
  const { files, log, decoding } = deps;
  const { bytes: stored, ...facts } = await decoding(() => make(bytes));
  const name = newImageName();
  try {
    await files.write(storedPathOf(name), stored, 'image/webp');
    await open((tx) => insertImage(tx, { name, type, ownerId, ...facts }));
  } catch (error) {
    await files
      .removeFolder(folderOf(name))
      .catch((fault: unknown) => log.warn({ err: fault }, 'a picture was left over'));
    throw error;
  }
  return { name, width: facts.width, height: facts.height };
}

async function sweep({ db, files, variants, log, usedBy }: ImageDeps): Promise<number> {
  let removed = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const { last, unused } = await db.transaction(async (tx) => {
      const names = await lockOldImages(tx, { after: from, most: sweptAtOnce });
      const found = await Promise.all(usedBy.map((findUsed) => findUsed(tx, names)));
      const used = new Set(found.flatMap((some) => [...some]));
      const without = names.filter((name) => !used.has(name));
      await deleteImages(tx, without);
      return { last: names.at(-1), unused: without };
    });
    variants.forget(unused);
    for (const name of unused) {
      await files.removeFolder(folderOf(name)).catch((error: unknown) => {
        log.warn({ err: error, image: name }, 'a removed picture was left in the store');
      });
    }
    removed += unused.length;
    after = last;
  }
  return removed;
}

interface AskedImage {
  readonly name: string;
  readonly w?: number | undefined;
}

const unknownImage = () => failures.notFound({ message: 'Такой картинки нет' });

async function choose({ variants }: ImageDeps, { name, w }: AskedImage, { accept = '', isGuarded = false }) {
  const wanted = await variants.choose(name, { width: w ?? null, accept, isGuarded });
  if (wanted === null) throw unknownImage();
  return wanted;
}

interface Sending {
  readonly isGuarded: boolean;
  readonly caching: string;
}

/** Sends a picture, or 304 to whoever has it. A tag of a picture never names other bytes. */
async function send(
  deps: ImageDeps,
  asked: AskedImage,
  { request, reply, isGuarded, caching }: Pick<CallContext, 'request' | 'reply'> & Sending,
): Promise<FileAnswer> {
  const wanted = await choose(deps, asked, { accept: request.headers.accept, isGuarded });
  // As `ReadyPictures` sends it.
  const etag = `"${variantTag(wanted)}-plain"`;
  const headers = { 'cache-control': caching, vary: 'Accept', etag };
  const contentType = `image/${wanted.format}`;
  if (request.headers['if-none-match']?.includes(etag)) {
    reply.code(304);
    return { contentType, bytes: Buffer.alloc(0), headers };
  }
  const bytes = await deps.variants.read(wanted, networkOf(request.ip));
  if (bytes === null) throw unknownImage();
  return { contentType, bytes, headers };
}

async function show(deps: ImageDeps, asked: AskedImage, { request, reply }: CallContext): Promise<FileAnswer> {
  const sent = await send(deps, asked, { request, reply, isGuarded: false, caching: cachedForEver });
  const { url = '/api' } = request.routeOptions;
  deps.ready.remember(request.raw.url ?? '', { name: asked.name, width: asked.w ?? null, route: url });
  return sent;
}

/** A guarded picture, which a browser may keep but asks about each time: the right to see it may end. No other cache may store it. */
const sendGuarded = (deps: ImageDeps, asked: AskedImage, { request, reply }: CallContext): Promise<FileAnswer> =>
  send(deps, asked, { request, reply, isGuarded: true, caching: 'private, no-cache' });

async function upload(deps: ImageDeps, context: CallContext): Promise<StoredImage> {
  const { userId } = callerOf(context);
  await context.limits.spend(uploadBudget, userId);
  return deps.uploads.run(userId, async () => {
    const { type, file } = await readUpload(context.request);
    return storeImage(deps, { bytes: file, type, ownerId: userId }, context.transaction);
  });
}

const hour = 3_600_000;

/** Creates the area of pictures. */
export function createImages({ db, log, files, usedBy }: ImagesOptions): Images {
  const queue = new WorkQueue(variantsAtOnce, variantsWaiting);
  const variants = new ImageVariants({ db, files, queue, log });
  const uploads = new WorkQueue(uploadsAtOnce, uploadsWaiting);
  const decoding = pLimit(decodedAtOnce);
  const ready = new ReadyPictures(variants);
  const deps: ImageDeps = { db, files, log, uploads, decoding, variants, ready, usedBy };
  const calls = bindCalls(imagesCalls, {
    show: async ({ query }, context) => show(deps, query, context),
    upload: async (_input, context) => upload(deps, context),
  });
  // The pictures cached in memory, invalidated by `image:<name>`.
  const cache = {
    drop: (tags: readonly string[]) =>
      variants.forget(tags.filter((tag) => tag.startsWith('image:')).map((tag) => tag.slice(6))),
    setEnabled(isEnabled: boolean) {
      if (!isEnabled) variants.forgetAll();
    },
  };
  return {
    calls,
    caches: [cache],
    jobs: [{ name: 'unused pictures', everyMilliseconds: hour, run: () => sweep(deps) }],
    register: (api) => void api.register(multipart),
    readyPicture: (request) => ready.find(request),
    storeImage: (image) => storeImage(deps, image),
    sendGuarded: (asked, context) => sendGuarded(deps, asked, context),
    readImage: async (name) => (isImageName(name) ? files.read(storedPathOf(name)) : null),
    sweepUnusedImages: () => sweep(deps),
  };
}
