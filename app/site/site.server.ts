import type { CountryProfile } from '#app/country.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls, type Handlers } from '#base/calls/bound-call.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { registerPublicFiles } from './files/public-files.server.ts';
import type { SitemapPart } from './files/sitemap.server.ts';
import { shellCalls } from './site.calls.ts';

const imageBytes = 10 * 1024 * 1024;

interface SiteOptions {
  readonly db: Database;
  readonly config: Config;
  readonly country: CountryProfile;
  readonly paymentUrl: string;
  readonly images: { readImage(name: string): Promise<Buffer | null> };
  /** The public pages of other areas. */
  readonly sitemaps: readonly SitemapPart[];
  /** The current maximum length of a donation message; adds the cache tags that invalidate it. */
  messageLength(context: CallContext): Promise<number>;
}

/** Returns the settings of this installation for the browser. */
function createHandlers({ config, country, paymentUrl, messageLength }: SiteOptions): Handlers<typeof shellCalls> {
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

/** Creates the area: the settings of the browser, robots, the sitemap and link previews. */
export function createSite(options: SiteOptions): Area {
  const { db, config, images, sitemaps } = options;
  const files = { db, publicUrl: config.publicUrl, sitemaps, readImage: images.readImage };
  return {
    calls: bindCalls(shellCalls, createHandlers(options)),
    registerFiles: (app) => registerPublicFiles(app, files),
  };
}
