import type { CountryProfile } from '#app/country.ts';
import type { Handlers } from '#base/bound-call.server.ts';
import type { CallContext } from '#base/call-context.server.ts';
import type { Config } from '#base/config.server.ts';
import type { shellCalls } from './shell.calls.ts';

const imageBytes = 10 * 1024 * 1024;

/** Answers what the browser must know of this installation. */
export function createShellHandlers(options: {
  config: Config;
  country: CountryProfile;
  paymentUrl: string;
  /** The longest message of a gift as it is set now; names what changes it. */
  messageLength: (context: CallContext) => Promise<number>;
}): Handlers<typeof shellCalls> {
  const { config, country, paymentUrl, messageLength } = options;
  const mapsKey = config.MAPS_KEY ?? null;
  return {
    config: async (_input, context) => ({
      country: {
        code: country.code,
        phonePrefix: country.phonePrefix,
        phoneMask: country.phoneMask,
        currencyLabel: country.currencyLabel,
        currencyCode: country.currencyCode,
        language: country.defaultLanguage,
        bbox: country.bbox,
        mapCentre: country.mapCentre,
      },
      map: {
        provider: mapsKey === null ? 'builtin' : 'yandex',
        key: mapsKey,
        language: 'ru_RU',
        tiles: config.MAP_TILES === 'off' ? null : config.MAP_TILES,
      },
      analyticsId: config.isProduction ? (config.METRIKA_ID ?? null) : null,
      paymentHost: paymentUrl,
      limits: { imageBytes, messageLength: await messageLength(context), listTake: 100 },
    }),
  };
}
