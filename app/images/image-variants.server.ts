import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Database } from '#base/db/db.server.ts';
import { bestFormat, type ImageFormat, imageFormats, makeVariant } from './content/image-content.server.ts';
import { imageWidths } from './image-choices.ts';
import type { ImageFiles } from './image-files.server.ts';
import { isImageName, storedPathOf, variantPathOf } from './image-paths.server.ts';
import { readImage } from './images-store.server.ts';
import type { WorkQueue } from './work-queue.server.ts';

/** The dependencies of serving pictures. */
export interface VariantDeps {
  readonly db: Database;
  readonly files: ImageFiles;
  readonly queue: WorkQueue;
  readonly log: Logger;
}

/** A requested variant of a picture; `width` null: the picture's own width. */
export interface Wanted {
  readonly name: string;
  readonly width: number | null;
  readonly format: ImageFormat;
}

const hotBytes = 16 * 1024 * 1024;
const largestHot = 96 * 1024;
const mostKnown = 10_000;

/** Serves pictures in formats and widths. Each variant is made once; small ones that are requested often are cached in memory. */
export class ImageVariants {
  readonly #deps: VariantDeps;
  readonly #hot = new LRUCache<string, Buffer>({
    maxSize: hotBytes,
    maxEntrySize: largestHot,
    sizeCalculation: (bytes) => bytes.length,
  });
  readonly #known = new LRUCache<string, { hasAlpha: boolean }>({ max: mostKnown });
  readonly #beingMade = new Map<string, Promise<Buffer | null>>();

  constructor(deps: VariantDeps) {
    this.#deps = deps;
  }

  /** The variant of a picture that suits an `Accept` header; null for an unknown name. */
  async choose(name: string, width: number | null, accept: string): Promise<Wanted | null> {
    if (!isImageName(name)) return null;
    const known = this.#known.get(name) ?? (await readImage(this.#deps.db, name));
    if (known === null) return null;
    const { hasAlpha } = known;
    this.#known.set(name, { hasAlpha });
    return { name, width, format: bestFormat(accept, hasAlpha) };
  }

  /** The variant's bytes; null if the stored file is missing. Concurrent requests share one conversion. */
  async read(wanted: Wanted): Promise<Buffer | null> {
    const path = variantPathOf(wanted.name, wanted.format, wanted.width);
    const hot = this.#hot.get(path);
    if (hot !== undefined) return hot;
    const running = this.#beingMade.get(path);
    if (running !== undefined) return running;
    const made = this.#find(wanted, path).finally(() => this.#beingMade.delete(path));
    this.#beingMade.set(path, made);
    return made;
  }

  /** Removes these pictures from memory. */
  forget(names: readonly string[]): void {
    for (const name of names) {
      this.#known.delete(name);
      for (const format of imageFormats) {
        for (const width of [...imageWidths, null]) this.#hot.delete(variantPathOf(name, format, width));
      }
    }
  }

  forgetAll(): void {
    this.#known.clear();
    this.#hot.clear();
  }

  async #find(wanted: Wanted, path: string): Promise<Buffer | null> {
    const { files } = this.#deps;
    const bytes = (await files.read(path)) ?? (await this.#make(wanted, path));
    if (bytes !== null) this.#hot.set(path, bytes);
    return bytes;
  }

  async #make({ name, format, width }: Wanted, path: string): Promise<Buffer | null> {
    const { files, queue, log } = this.#deps;
    const stored = await files.read(storedPathOf(name));
    if (stored === null) {
      log.error({ image: name }, 'a picture is missing in the store');
      return null;
    }
    const bytes = await queue.run(() => makeVariant(stored, format, width));
    // The picture is sent even if the store is full; the next request makes it again.
    await files.write(path, bytes, `image/${format}`).catch((error: unknown) => {
      log.warn({ err: error, image: name }, 'a made picture could not be kept');
    });
    return bytes;
  }
}
