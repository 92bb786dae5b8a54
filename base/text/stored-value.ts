import { browserStorage } from './browser-storage.ts';

export interface StoredValueOptions<Value> {
  readonly place: keyof typeof browserStorage;
  readonly key: string;
  /** The value on the server, before anything was stored, and if the stored text is invalid. */
  readonly empty: Value;
  /** Validates what was parsed from storage; null if it is invalid. */
  readonly parse: (raw: unknown) => Value | null;
}

/**
 * A value in the browser's storage for `useSyncExternalStore(value.subscribe, value.read, value.readEmpty)`: the server and the first
 * paint get `empty`, then the stored value. Without storage it lasts as long as the page. Never throws.
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
    if (place === 'local') addEventListener('storage', onOtherTab);
    return () => {
      this.#listeners.delete(listener);
      removeEventListener('storage', onOtherTab);
    };
  };

  write(value: Value): void {
    const { place, key, empty } = this.#options;
    this.#known = { value };
    if (value === empty) browserStorage[place].removeItem(key);
    else browserStorage[place].setItem(key, JSON.stringify(value));
    for (const listener of this.#listeners) listener();
  }

  #load(): Value {
    const { place, key, empty, parse } = this.#options;
    const text = browserStorage[place].getItem(key);
    try {
      return text === null ? empty : (parse(JSON.parse(text)) ?? empty);
    } catch {
      return empty;
    }
  }
}

/** The members of a value parsed from storage; an empty record if it is not an object. */
export function membersOf(raw: unknown): Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? { ...raw } : {};
}
