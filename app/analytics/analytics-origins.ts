/** Origins that the content security policy must allow for the counter. */
export interface AnalyticsOrigins {
  readonly scripts: readonly string[];
  readonly images: readonly string[];
  readonly connects: readonly string[];
  readonly frames: readonly string[];
}

const hosts = ['https://mc.yandex.ru', 'https://mc.yandex.com'];
const recording = ['https://mc.webvisor.com', 'https://mc.webvisor.org'];

/** The hosts from the documentation of the counter, and the origin of its script if that is replaced. */
export function analyticsOrigins(tag: string): AnalyticsOrigins {
  const all = [...new Set([new URL(tag).origin, ...hosts])];
  return {
    scripts: [...all, 'https://yastatic.net'],
    images: all,
    connects: [...all, ...recording, 'wss://mc.yandex.ru', 'wss://mc.yandex.com'],
    frames: ['blob:', ...all],
  };
}
