/** How far the maps script is (specification, point 4). */
export type MapStatus = 'pending' | 'loading' | 'loaded' | 'error';

/** How long the script is waited for (specification, point 9). */
const mapWaitMilliseconds = 5000;

interface MapLoaderOptions<Api> {
  /** Puts the script into the page; settles when it has run or could not be had. */
  inject(url: string): Promise<void>;
  /** The script's own entry, once it has run: resolves when the service is ready. */
  entry(): Promise<Api>;
  readonly waitMilliseconds?: number;
}

/** Loads the maps script once, whoever asks for it and how often. */
export interface MapLoader<Api> {
  status(): MapStatus;
  subscribe(changed: () => void): () => void;
  /** Rejects where the script has not come in time; then the next call tries again. */
  load(url: string): Promise<Api>;
}

/** The address of the maps script (specification, points 7 and 9). */
export function mapScriptAddress({ key, language }: { readonly key: string; readonly language: string }): string {
  const query = new URLSearchParams({ apikey: key, lang: language, csp: '202512' });
  return `https://api-maps.yandex.ru/v3/?${query}`;
}

/** Makes a loader: `pending` until it is asked, `loading` for at most 5 s, then `loaded` or `error`. */
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

/** Puts a script into the page; one that failed is taken out again. */
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
