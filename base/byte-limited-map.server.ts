interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
  usedAt: number;
}

/**
 * Values by key, at most so many bytes together; the least recently used go first. A hit renews the value's place in the queue
 * at most once a second, so that it costs one look into a map.
 */
export class ByteLimitedMap<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #maxBytes: number;
  readonly #now: () => number;
  #bytes = 0;

  constructor(maxBytes: number, now: () => number) {
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const at = this.#now();
    if (at - entry.usedAt > 1_000) {
      entry.usedAt = at;
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry.value;
  }

  /** Keeps a value, unless it alone would push out an eighth of all. */
  set(key: string, value: Value, bytes: number): void {
    this.delete(key);
    if (bytes > this.#maxBytes / 8) return;
    this.#entries.set(key, { value, bytes, usedAt: this.#now() });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  deleteWhere(matches: (value: Value) => boolean): void {
    for (const [key, entry] of this.#entries) if (matches(entry.value)) this.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#entries.size, bytes: this.#bytes };
  }
}
