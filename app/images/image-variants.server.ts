import type { Logger } from 'pino';
import { ByteLimitedMap } from '#base/byte-limited-map.server.ts';
import type { Database } from '#base/db.server.ts';
import { imageWidths } from './image-choices.ts';
import { bestFormat, type ImageFormat, imageFormats, makeVariant } from './image-content.server.ts';
import type { ImageFiles } from './image-files.server.ts';
import { isImageName, keptPathOf, variantPathOf } from './image-paths.server.ts';
import { readImage } from './images-store.server.ts';
import type { WorkQueue } from './work-queue.server.ts';

/** What serving pictures needs. */
export interface VariantDeps {
  readonly db: Database;
  readonly files: ImageFiles;
  readonly queue: WorkQueue;
  readonly log: Logger;
}

/** A picture that somebody asks for: `width` null asks for its own. */
export interface Wanted {
  readonly name: string;
  readonly width: number | null;
  readonly format: ImageFormat;
}

const hotBytes = 16 * 1024 * 1024;
const largestHot = 96 * 1024;
const knownBytes = 2 * 1024 * 1024;

/** Finds pictures in the formats and widths that browsers want; makes each once, and keeps the small ones that are asked for often in memory. */
export class ImageVariants {
  readonly #deps: VariantDeps;
  readonly #hot = new ByteLimitedMap<Buffer>(hotBytes, Date.now);
  readonly #known = new ByteLimitedMap<{ hasAlpha: boolean }>(knownBytes, Date.now);
  readonly #beingMade = new Map<string, Promise<Buffer | null>>();

  constructor(deps: VariantDeps) {
    this.#deps = deps;
  }

  /** What of a picture suits an `Accept` header; null: there is no picture of the name. */
  async choose(name: string, width: number | null, accept: string): Promise<Wanted | null> {
    if (!isImageName(name)) return null;
    const known = this.#known.get(name) ?? (await readImage(this.#deps.db, name));
    if (known === null) return null;
    const { hasAlpha } = known;
    this.#known.set(name, { hasAlpha }, 2 * name.length + 64);
    return { name, width, format: bestFormat(accept, hasAlpha) };
  }

  /** Its bytes; null: the store has lost the picture. Whoever asks while it is being made gets the same. */
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

  /** Keeps nothing of these pictures in memory any more. */
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
    if (bytes !== null && bytes.length <= largestHot) this.#hot.set(path, bytes, bytes.length);
    return bytes;
  }

  async #make({ name, format, width }: Wanted, path: string): Promise<Buffer | null> {
    const { files, queue, log } = this.#deps;
    const kept = await files.read(keptPathOf(name));
    if (kept === null) {
      log.error({ image: name }, 'a picture is missing in the store');
      return null;
    }
    const bytes = await queue.run(() => makeVariant(kept, format, width));
    // Whoever asked gets his picture even where the store is full; it is made again next time.
    await files.write(path, bytes, `image/${format}`).catch((error: unknown) => {
      log.warn({ err: error, image: name }, 'a made picture could not be kept');
    });
    return bytes;
  }
}
