/** The state of the maps script (docs/rules.md#delivery). */
export type MapStatus = 'pending' | 'loading' | 'loaded' | 'error';

/** How long to wait for the script (docs/rules.md#delivery). */
const mapWaitMilliseconds = 5000;

interface MapLoaderOptions<Api> {
  /** Adds the script to the page; settles when it has run or failed to load. */
  inject(url: string): Promise<void>;
  /** The script's entry point; resolves when the service is ready. */
  entry(): Promise<Api>;
  readonly waitMilliseconds?: number;
}

/** Loads the maps script once, shared by all callers. */
export interface MapLoader<Api> {
  status(): MapStatus;
  subscribe(changed: () => void): () => void;
  /** Rejects if the script does not load in time; the next call tries again. */
  load(url: string): Promise<Api>;
}

/** The address of the maps script (docs/rules.md#delivery). */
export function mapScriptAddress({ key, language }: { readonly key: string; readonly language: string }): string {
  const query = new URLSearchParams({ apikey: key, lang: language, csp: '202512' });
  return `https://api-maps.yandex.ru/v3/?${query}`;
}

/** Creates a loader: `pending` until the first call, `loading` for at most 5 s, then `loaded` or `error`. */
export function createMapLoader<Api>(options: MapLoaderOptions<Api>): MapLoader<Api> {
  const { inject, entry, waitMilliseconds = mapWaitMilliseconds } = options;
  const listeners = new Set<() => void>();
  let status: MapStatus = 'pending';
  let running: Promise<Api> | null = null;

  function become(next: MapStatus) {
    status = next;
    for (const changed of listeners) changed();
  }

  async function run(url: string): Promise<Api> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the maps script did not come in time')), waitMilliseconds);
    });
    try {
      return await Promise.race([inject(url).then(entry), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    status: () => status,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    load(url) {
      if (running !== null) return running;
      become('loading');
      running = run(url).then(
        (api) => {
          become('loaded');
          return api;
        },
        (error: unknown) => {
          running = null;
          become('error');
          throw error;
        },
      );
      return running;
    },
  };
}

/** Adds a script to the page; removes it if it fails. */
export function injectScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.async = true;
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('the maps script could not be loaded'));
    };
    document.head.append(script);
  });
}
