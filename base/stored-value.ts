/** Where a browser keeps text: `local` for good and for all tabs, `session` for this tab until it is closed. */
type StoragePlace = 'local' | 'session';

export interface StoredValueOptions<Value> {
  readonly place: StoragePlace;
  readonly key: string;
  /** What is read on the server, before anything was kept, and where what is kept makes no sense. */
  readonly empty: Value;
  /** Makes a value of what was parsed from storage; null where it makes no sense. */
  readonly parse: (raw: unknown) => Value | null;
}

function storageOf(place: StoragePlace): Storage | null {
  try {
    if (typeof window === 'undefined') return null;
    return place === 'local' ? window.localStorage : window.sessionStorage;
  } catch {
    // Forbidden by the browser's settings: the value lives as long as the page.
    return null;
  }
}

/**
 * A value in the browser's storage, ready for `useSyncExternalStore(value.subscribe, value.read, value.readEmpty)`: the server and the
 * first paint see `empty`, then what was kept. Without storage it lives as long as the page. Never throws.
 */
export class StoredValue<Value> {
  readonly #options: StoredValueOptions<Value>;
  readonly #listeners = new Set<() => void>();
  #known: { readonly value: Value } | null = null;

  constructor(options: StoredValueOptions<Value>) {
    this.#options = options;
  }

  readonly readEmpty = (): Value => this.#options.empty;

  readonly read = (): Value => {
    this.#known ??= { value: this.#load() };
    return this.#known.value;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    const { place, key } = this.#options;
    const onOtherTab = (event: StorageEvent) => {
      if (event.key !== null && event.key !== key) return;
      this.#known = null;
      listener();
    };
    this.#listeners.add(listener);
    if (place === 'local') window.addEventListener('storage', onOtherTab);
    return () => {
      this.#listeners.delete(listener);
      window.removeEventListener('storage', onOtherTab);
    };
  };

  write(value: Value): void {
    this.#known = { value };
    try {
      const storage = storageOf(this.#options.place);
      if (value === this.#options.empty) storage?.removeItem(this.#options.key);
      else storage?.setItem(this.#options.key, JSON.stringify(value));
    } catch {
      // Full: the value is kept in memory at least.
    }
    for (const listener of this.#listeners) listener();
  }

  #load(): Value {
    const { place, key, empty, parse } = this.#options;
    try {
      const text = storageOf(place)?.getItem(key) ?? null;
      return text === null ? empty : (parse(JSON.parse(text)) ?? empty);
    } catch {
      return empty;
    }
  }
}

/** The members of what was parsed from storage; an empty record where it is no object. */
export function membersOf(raw: unknown): Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? { ...raw } : {};
}
