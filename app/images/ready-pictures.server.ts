import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { ReadyCall } from '#base/pages/pages.server.ts';
import type { ImageVariants } from './image-variants.server.ts';

/** What an address asks for. */
interface KnownAddress {
  readonly name: string;
  readonly width: number | null;
  /** The route of the call, for the metrics. */
  readonly route: string;
}

const mostAddresses = 5_000;
const longestAddress = 200;

/** Pictures for everybody that are in memory, sent before any routing to addresses that have been answered before. */
export class ReadyPictures {
  readonly #variants: ImageVariants;
  readonly #addresses = new LRUCache<string, KnownAddress>({ max: mostAddresses });

  constructor(variants: ImageVariants) {
    this.#variants = variants;
  }

  /** Remembers what a valid address asks for, exactly as a request spells it. */
  remember(address: string, known: KnownAddress): void {
    if (address.length <= longestAddress && !this.#addresses.has(address)) this.#addresses.set(address, known);
  }

  find({ url = '', headers }: IncomingMessage): ReadyCall | undefined {
    const known = this.#addresses.get(url);
    const answer = known && this.#variants.peek(known.name, known.width, headers.accept);
    return answer && { answer, route: known.route };
  }
}
