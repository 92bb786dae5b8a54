import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Database } from '#base/db/db.server.ts';
import { policyOfData } from '#base/http/csp.server.ts';
import type { StoredAnswer } from '#base/http/stored-answer.server.ts';
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

/** What is remembered of a picture. */
interface Known {
  readonly hasAlpha: boolean;
  readonly width: number;
  /** Sent only to those whom its owner admits. */
  readonly isGuarded: boolean;
}

const hotBytes = 16 * 1024 * 1024;
const largestHot = 96 * 1024;
const mostKnown = 10_000;
/** A name never gets another picture. */
export const cachedForEver = 'public, max-age=31536000, immutable';

/** Runs the work, or joins the same work that runs already. */
function shared<Result>(
  running: Map<string, Promise<Result>>,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const known = running.get(name);
  if (known !== undefined) return known;
  const made = work().finally(() => running.delete(name));
  running.set(name, made);
  return made;
}

/** A picture is never enlarged: all larger widths are one variant. */
function suiting(known: Known, asked: { name: string; width: number | null; accept: string }): Wanted {
  const { name, width, accept } = asked;
  const smaller = width !== null && width < known.width ? width : null;
  return { name, width: smaller, format: bestFormat(accept, known.hasAlpha) };
}

/** Names the bytes of a variant: they are never others. */
export const variantTag = ({ name, width, format }: Wanted) => `${name}-${width ?? 'whole'}-${format}`;

/** A picture for everybody as it is sent. */
const answerOf = (wanted: Wanted, plain: Buffer): StoredAnswer => ({
  status: 200,
  headers: [
    ['Content-Type', `image/${wanted.format}`],
    ['Cache-Control', cachedForEver],
    ['Vary', 'Accept'],
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', policyOfData],
  ],
  hash: variantTag(wanted),
  plain,
  isCompressed: true,
});

/** Serves pictures in formats and widths. Each variant is made once; small ones that are requested often are cached in memory. */
export class ImageVariants {
  readonly #deps: VariantDeps;
  readonly #hot = new LRUCache<string, StoredAnswer>({
    maxSize: hotBytes,
    maxEntrySize: largestHot,
    sizeCalculation: ({ plain }) => plain.length,
  });
  readonly #known = new LRUCache<string, Known>({ max: mostKnown });
  /** By network and path: nobody waits for the turn of another network. */
  readonly #beingRead = new Map<string, Promise<Buffer | null>>();
  readonly #beingMade = new Map<string, Promise<Buffer | null>>();

  constructor(deps: VariantDeps) {
    this.#deps = deps;
  }

  /** The variant of a picture that suits an `Accept` header; null for an unknown name, and for a guarded one unless those are asked for. */
  async choose(
    name: string,
    { width, accept, isGuarded }: { width: number | null; accept: string; isGuarded: boolean },
  ): Promise<Wanted | null> {
    if (!isImageName(name)) return null;
    const known = this.#known.get(name) ?? (await readImage(this.#deps.db, name));
    if (known === null) return null;
    this.#known.set(name, { hasAlpha: known.hasAlpha, width: known.width, isGuarded: known.isGuarded });
    return known.isGuarded === isGuarded ? suiting(known, { name, width, accept }) : null;
  }

  /** The answer with a variant for everybody, if all that it needs is in memory. */
  peek(name: string, width: number | null, accept = ''): StoredAnswer | undefined {
    const known = this.#known.get(name);
    if (known === undefined || known.isGuarded) return undefined;
    const wanted = suiting(known, { name, width, accept });
    return this.#hot.get(variantPathOf(name, wanted.format, wanted.width));
  }

  /**
   * The variant's bytes; null if the stored file is missing. Concurrent requests share one conversion. `network`: of the visitor; networks take
   * turns, and one with too many requests for new variants gets `ServiceUnavailable`.
   */
  async read(wanted: Wanted, network: string): Promise<Buffer | null> {
    const path = variantPathOf(wanted.name, wanted.format, wanted.width);
    const hot = this.#hot.get(path);
    if (hot !== undefined) return hot.plain;
    return shared(this.#beingRead, `${network} ${path}`, async () => {
      const { files, queue } = this.#deps;
      const make = () => shared(this.#beingMade, path, () => this.#make(wanted, path));
      const bytes = (await files.read(path)) ?? (await queue.run(network, make));
      if (bytes !== null) this.#hot.set(path, answerOf(wanted, bytes));
      return bytes;
    });
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

  async #make({ name, format, width }: Wanted, path: string): Promise<Buffer | null> {
    const { files, log } = this.#deps;
    // Another network's turn may have come first.
    const made = await files.read(path);
    if (made !== null) return made;
    const stored = await files.read(storedPathOf(name));
    if (stored === null) {
      log.error({ image: name }, 'a picture is missing in the store');
      return null;
    }
    const bytes = await makeVariant(stored, format, width);
    // The picture is sent even if the store is full; the next request makes it again.
    await files.write(path, bytes, `image/${format}`).catch((error: unknown) => {
      log.warn({ err: error, image: name }, 'a made picture could not be kept');
    });
    return bytes;
  }
}
