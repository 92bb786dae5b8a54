import { join } from 'node:path';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Handlers } from '#base/bound-call.server.ts';
import type { TaggedCache } from '#base/cache-tags.server.ts';
import { type CallContext, callerOf } from '#base/call-context.server.ts';
import type { Database, Queryable, Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import type { Budget } from '#base/rate-limit.server.ts';
import type { ImageType } from './image-choices.ts';
import { countPixels, type MadeImage, makeImage } from './image-content.server.ts';
import { type ImageFiles, localImageFiles } from './image-files.server.ts';
import { folderOf, isImageName, keptPathOf, newImageName } from './image-paths.server.ts';
import { readUpload } from './image-upload.server.ts';
import { ImageVariants } from './image-variants.server.ts';
import type { imagesCalls } from './images.calls.ts';
import {
  deleteImages,
  holdImages,
  holdImagesOf,
  type ImageRow,
  insertImage,
  lockOldImages,
  readImages,
} from './images-store.server.ts';
import { s3ImageFiles } from './s3-image-files.server.ts';
import { WorkQueue } from './work-queue.server.ts';

const uploadBudget: Budget = {
  name: 'image-upload',
  points: 60,
  seconds: 3_600,
  message: 'Слишком много загрузок за час. Подождите немного и попробуйте снова',
};

const atOnce = 2;
const longestQueue = 200;
const uploadsAtOnce = 8;
const uploadsWaiting = 24;
/** Pictures of more pixels are decoded one at a time: each may need 4 bytes a pixel. */
const mostPixelsBesideOthers = 8_000_000;
const sweptAtOnce = 200;
const unusedForMilliseconds = 24 * 3_600_000;

/** A picture that was stored: the name to ask for it with, width and height in pixels. */
interface StoredImage {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** A file to be stored; `ownerId` null: it belongs to nobody. */
interface NewImage {
  readonly bytes: Buffer;
  readonly type: ImageType;
  readonly ownerId: string | null;
}

/** Tells which of some pictures something refers to. */
type FindUsedImages = (db: Queryable, names: readonly string[]) => Promise<ReadonlySet<string>>;

/** The running area. */
export interface Images {
  readonly handlers: Handlers<typeof imagesCalls>;
  /** What is kept in memory: dropped by `image:<name>`. */
  readonly cache: TaggedCache;
  /** Checks and stores a picture as an upload does, without a budget; throws the same failures. */
  storeImage(image: NewImage): Promise<StoredImage>;
  /** The bytes of a stored picture as WebP; null where there is none of that name. */
  readImage(name: string): Promise<Buffer | null>;
  /** Removes pictures that were uploaded over 24 hours ago and that nothing refers to; answers how many. */
  sweepUnusedImages(findUsed: FindUsedImages): Promise<number>;
}

export interface ImagesOptions {
  readonly db: Database;
  readonly log: Logger;
  /** The folder with the program's data; pictures stand below it in `images`. */
  readonly dataDir: string;
  /** `s3://…` to keep them elsewhere instead (`IMAGE_STORE`). */
  readonly store: string | undefined;
}

interface House {
  readonly db: Database;
  readonly files: ImageFiles;
  readonly log: Logger;
  readonly queue: WorkQueue;
  readonly large: WorkQueue;
  readonly uploads: WorkQueue;
  readonly variants: ImageVariants;
}

/** Lets the calls below `api` take multipart uploads. To be called before they are registered. */
export function registerUploads(api: FastifyInstance): void {
  api.register(multipart);
}

/** Size and blurred placeholder (a data URI) of pictures by name; unknown names are left out. */
export async function imagesByName(db: Queryable, names: readonly string[]): Promise<ReadonlyMap<string, ImageRow>> {
  const rows = names.length === 0 ? [] : await readImages(db, names);
  return new Map(rows.map((row) => [row.name, row]));
}

/**
 * Whether all the pictures are there. From now until the transaction ends none of them is removed as unused: to be called by
 * who is about to refer to them.
 */
export async function holdImageNames(tx: Tx, names: readonly string[]): Promise<boolean> {
  const wanted = new Set(names);
  return (await holdImages(tx, [...wanted])).length === wanted.size;
}

/** The same for pictures that the person himself has uploaded. */
export async function holdOwnImageNames(tx: Tx, ownerId: string, names: readonly string[]): Promise<boolean> {
  const wanted = new Set(names);
  return (await holdImagesOf(tx, ownerId, [...wanted])).length === wanted.size;
}

async function make({ queue, large }: House, file: Buffer): Promise<MadeImage> {
  const pixels = await queue.run(() => countPixels(file));
  const work = () => queue.run(() => makeImage(file));
  return pixels > mostPixelsBesideOthers ? large.run(work) : work();
}

async function storeImage(house: House, { bytes, type, ownerId }: NewImage): Promise<StoredImage> {
  const { db, files, log } = house;
  const { bytes: kept, ...facts } = await make(house, bytes);
  const name = newImageName();
  try {
    await files.write(keptPathOf(name), kept, 'image/webp');
    await insertImage(db, { name, type, ownerId, ...facts });
  } catch (error) {
    await files
      .removeFolder(folderOf(name))
      .catch((fault: unknown) => log.warn({ err: fault }, 'a picture was left over'));
    throw error;
  }
  return { name, width: facts.width, height: facts.height };
}

async function sweep({ db, files, variants, log }: House, findUsed: FindUsedImages): Promise<number> {
  const before = new Date(Date.now() - unusedForMilliseconds);
  let removed = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const { last, unused } = await db.transaction(async (tx) => {
      const names = await lockOldImages(tx, { before, after: from, most: sweptAtOnce });
      const used = await findUsed(tx, names);
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

async function show({ variants }: House, { name, w }: { name: string; w?: number | undefined }, context: CallContext) {
  const { request, reply } = context;
  const wanted = await variants.choose(name, w ?? null, request.headers.accept ?? '');
  if (wanted === null) throw failures.notFound.because({ message: 'Такой картинки нет' });
  const etag = `"${wanted.name}-${wanted.width ?? 'whole'}-${wanted.format}"`;
  const headers = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept', etag };
  const contentType = `image/${wanted.format}`;
  if (request.headers['if-none-match']?.includes(etag)) {
    reply.code(304);
    return { contentType, bytes: Buffer.alloc(0), headers };
  }
  const bytes = await variants.read(wanted);
  if (bytes === null) throw failures.notFound.because({ message: 'Такой картинки нет' });
  return { contentType, bytes, headers };
}

async function upload(house: House, context: CallContext): Promise<StoredImage> {
  const { userId } = callerOf(context);
  await context.limits.spend(uploadBudget, userId);
  return house.uploads.run(async () => {
    const { type, file } = await readUpload(context.request);
    return storeImage(house, { bytes: file, type, ownerId: userId });
  });
}

/** Makes the area. */
export function createImages({ db, log, dataDir, store }: ImagesOptions): Images {
  const files = store === undefined ? localImageFiles(join(dataDir, 'images')) : s3ImageFiles(store);
  const queue = new WorkQueue(atOnce, longestQueue);
  const variants = new ImageVariants({ db, files, queue, log });
  const uploads = new WorkQueue(uploadsAtOnce, uploadsWaiting);
  const large = new WorkQueue(1, longestQueue);
  const house: House = { db, files, log, queue, large, uploads, variants };
  return {
    handlers: {
      show: async ({ query }, context) => show(house, query, context),
      upload: async (_input, context) => upload(house, context),
    },
    cache: {
      drop: (tags) => variants.forget(tags.filter((tag) => tag.startsWith('image:')).map((tag) => tag.slice(6))),
      setEnabled(isEnabled) {
        if (!isEnabled) variants.forgetAll();
      },
    },
    storeImage: (image) => storeImage(house, image),
    readImage: async (name) => (isImageName(name) ? files.read(keptPathOf(name)) : null),
    sweepUnusedImages: (findUsed) => sweep(house, findUsed),
  };
}
