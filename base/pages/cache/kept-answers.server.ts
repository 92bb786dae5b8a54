import { LRUCache } from 'lru-cache';

type Tag = (...tags: string[]) => void;

interface Kept {
  readonly value: Promise<unknown>;
  readonly tags: Set<string>;
  isRead: boolean;
}

const most = 200;
/** Short, because a page that is made from an answer is itself cached for seconds. */
const keptMilliseconds = 1_000;

/** Refuses changes: other pages are made from the same answer. */
function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}

/**
 * What pages that are made at the same time all ask for, such as the categories of the market, read once for them. An answer is never older
 * than the last invalidation before it was asked for.
 */
export class KeptAnswers {
  readonly #kept = new LRUCache<string, Kept>({ max: most, ttl: keptMilliseconds });
  #isEnabled = true;

  /** The answer of a key, kept or from `read`; `tag` gets the tags of both. */
  async get(key: string, tag: Tag, read: (tag: Tag) => Promise<unknown>): Promise<unknown> {
    const found = this.#kept.get(key) ?? this.#read(key, read);
    try {
      return await found.value;
    } finally {
      tag(...found.tags);
    }
  }

  drop(tags: readonly string[]): void {
    // One that is being read may get the tag yet.
    for (const [key, kept] of [...this.#kept])
      if (!kept.isRead || tags.some((tag) => kept.tags.has(tag))) this.#kept.delete(key);
  }

  clear(): void {
    this.#kept.clear();
  }

  /** While disabled, each asker reads an answer of its own. */
  setEnabled(isEnabled: boolean): void {
    this.#isEnabled = isEnabled;
    this.clear();
  }

  #read(key: string, read: (tag: Tag) => Promise<unknown>): Kept {
    const tags = new Set<string>();
    const value = read((...added) => {
      for (const one of added) tags.add(one);
    }).then(
      (answer) => {
        kept.isRead = true;
        return freeze(answer);
      },
      (error: unknown) => {
        if (this.#kept.peek(key) === kept) this.#kept.delete(key);
        throw error;
      },
    );
    const kept: Kept = { value, tags, isRead: false };
    if (this.#isEnabled) this.#kept.set(key, kept);
    return kept;
  }
}
