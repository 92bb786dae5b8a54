/** The origins that the page's content policy must allow for the map. */
interface MapOrigins {
  readonly connectOrigins: readonly string[];
  readonly imageOrigins: readonly string[];
  readonly scriptOrigins: readonly string[];
  readonly styleOrigins: readonly string[];
  readonly scriptEval: boolean;
}

/** The maps service's hosts, as listed in its documentation for content policies. */
const service: MapOrigins = {
  connectOrigins: [
    'https://api-maps.yandex.ru',
    'https://*.api-maps.yandex.ru',
    'https://*.maps.yandex.net',
    'https://search-maps.yandex.ru',
  ],
  imageOrigins: ['https://api-maps.yandex.ru', 'https://*.maps.yandex.net', 'https://yastatic.net'],
  scriptOrigins: ['https://api-maps.yandex.ru', 'https://*.api-maps.yandex.ru', 'https://yastatic.net'],
  styleOrigins: ['https://api-maps.yandex.ru', 'https://*.api-maps.yandex.ru', 'https://yastatic.net'],
  scriptEval: true,
};

const none: MapOrigins = {
  connectOrigins: [],
  imageOrigins: [],
  scriptOrigins: [],
  styleOrigins: [],
  scriptEval: false,
};

/** The origins for an installation: the maps service only if it has a key; `tiles`: an address or `off`. */
export function mapOrigins({ key, tiles }: { key: string | undefined; tiles: string }): MapOrigins {
  const origins = key === undefined ? none : service;
  return tiles === 'off' ? origins : { ...origins, connectOrigins: [...origins.connectOrigins, new URL(tiles).origin] };
}
