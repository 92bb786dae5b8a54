/** Storage that never throws: what the browser refuses to store lasts as long as the page. */
export interface BrowserStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
  /** The keys that the browser has stored. */
  keys(): string[];
}

/** A text that the browser refused, and what was stored under its key by then. */
interface Refused {
  readonly text: string;
  readonly instead: string | null;
}

/** Even the mention of a forbidden storage throws, as on the server; a full one throws on writing. */
function openStorage(find: () => Storage): BrowserStorage {
  const refused = new Map<string, Refused>();

  function attempt<Result>(work: (storage: Storage) => Result): Result | null {
    try {
      return work(find());
    } catch {
      return null;
    }
  }

  const stored = (key: string) => attempt((storage) => storage.getItem(key));

  return {
    getItem(key) {
      const text = stored(key);
      const own = refused.get(key);
      // What another tab has stored since is newer.
      return own?.instead === text ? own.text : text;
    },
    setItem(key, text) {
      refused.set(key, { text, instead: stored(key) });
      attempt((storage) => {
        storage.setItem(key, text);
        refused.delete(key);
      });
    },
    removeItem(key) {
      refused.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    keys: () => attempt(Object.keys) ?? [],
  };
}

/**
 * The only way to the browser's storage, which browsers may refuse: `local` is permanent and shared by all tabs, `session` lasts until this
 * tab is closed. On the server both are empty.
 */
export const browserStorage = {
  local: openStorage(() => window.localStorage),
  session: openStorage(() => window.sessionStorage),
} as const;
