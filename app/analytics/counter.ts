import type { AnalyticsSettings } from '#base/pages/analytics-settings.ts';
import { countedAddress, countedReferrer } from './counted-address.ts';

/** The function of the counter. It queues its calls in `a` until the script has loaded and replaces it. */
interface Ym {
  (id: number, method: string, ...rest: readonly unknown[]): void;
  a?: unknown[];
  l?: number;
}

declare global {
  interface Window {
    ym?: Ym;
  }
}

function load(tag: string): void {
  if (window.ym !== undefined) return;
  const calls: unknown[] = [];
  window.ym = Object.assign((...call: readonly unknown[]) => void calls.push(call), { a: calls, l: Date.now() });
  const script = document.createElement('script');
  script.async = true;
  script.src = tag;
  document.head.append(script);
}

/** Counts visits of one browser window: one hit per address, the first one included. */
export class Counter {
  readonly #settings: AnalyticsSettings;
  #mode: 'off' | 'recorded' | 'unrecorded' = 'off';
  #last: string | null = null;
  /** The counted page: two pages may have the same address after cutting. */
  #shown: string | null = null;

  constructor(settings: AnalyticsSettings) {
    this.#settings = settings;
  }

  /** Counts the current address, once until another one is shown. */
  visit(address: URL): void {
    const { url, isWhole } = countedAddress(address);
    const shown = `${address.pathname} ${url}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    const referer = this.#last ?? countedReferrer(document.referrer, address.origin);
    this.#last = url;
    this.#start(isWhole, url, referer);
    // The title of such a page may contain what was cut from its address.
    const title = isWhole ? document.title : '';
    window.ym?.(this.#settings.id, 'hit', url, { referer, title });
  }

  /** Stops recording until the next counted visit. */
  stop(): void {
    this.#shown = null;
    this.#end();
  }

  #end(): void {
    if (this.#mode !== 'off') window.ym?.(this.#settings.id, 'destruct');
    this.#mode = 'off';
  }

  /** Session recording, which reads the address itself, is on only if nothing was cut. */
  #start(isRecorded: boolean, url: string, referrer: string): void {
    const mode = isRecorded ? 'recorded' : 'unrecorded';
    if (mode === this.#mode) return;
    this.#end();
    this.#mode = mode;
    load(this.#settings.tag);
    window.ym?.(this.#settings.id, 'init', {
      defer: true,
      webvisor: isRecorded,
      clickmap: isRecorded,
      trackLinks: isRecorded,
      accurateTrackBounce: isRecorded,
      url,
      referrer,
    });
  }
}
