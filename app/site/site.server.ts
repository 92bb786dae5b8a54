import type { CountryProfile } from '#app/country.ts';
import type { SystemOffer } from '#app/payments/system-offer.server.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls, type Handlers } from '#base/calls/bound-call.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { type Minor, toMain } from '#base/money/money.ts';
import type { Brand } from '#base/pages/own-brand.ts';
import type { StoredTexts } from './embed/embed-carry.server.ts';
import type { EmbedOffer, TypedInEmbed } from './embed/embed-form.server.ts';
import { registerEmbeds } from './embed/embed-routes.server.ts';
import { embedSitesHandlers } from './embed/embed-sites.server.ts';
import type { PreviewItem } from './files/link-previews.server.ts';
import { registerPublicFiles } from './files/public-files.server.ts';
import type { SitemapPart } from './files/sitemap.server.ts';
import { BrandCache } from './settings/brand-cache.server.ts';
import { createSiteSettings, type SiteFeesReader } from './settings/site-settings.server.ts';
import { shellCalls } from './site.calls.ts';
import { readSiteName, usedSiteImages } from './site-settings-store.server.ts';

const imageBytes = 10 * 1024 * 1024;

interface SiteOptions {
  readonly db: Database;
  readonly config: Config;
  readonly country: CountryProfile;
  readonly paymentUrl: string | null;
  /** The payment systems to choose from; tags the answer that shows them. */
  readonly offeredSystems: (context: CallContext) => SystemOffer;
  readonly images: { readImage(name: string): Promise<Buffer | null> };
  /** The public goal of a project in minor units; null: none. */
  readGoal(projectId: string): Promise<{ title: string; amount: Minor; collected: Minor; percent: number } | null>;
  /** A product that buyers may see, its price in minor units; null: unknown or no longer sold. */
  readItem(id: string): Promise<(Omit<PreviewItem, 'price'> & { price: Minor }) | null>;
  /** Sums of donations to choose from, in minor units, and the lengths of texts; null: donations are paused. */
  readOffer(): Promise<{ sums: readonly Minor[]; limits: EmbedOffer['limits'] } | null>;
  /** What was typed for a creator on another site, as the browser's storage keeps it. */
  carriedDraft(userId: string, typed: TypedInEmbed): StoredTexts;
  /** The public pages of other areas. */
  readonly sitemaps: readonly SitemapPart[];
  /** Commission and limits of donations; adds the cache tags that invalidate them. */
  readonly readFees: SiteFeesReader;
  /** The current maximum length of a donation message; adds the cache tags that invalidate it. */
  messageLength(context: CallContext): Promise<number>;
}

/** Returns the settings of this installation for the browser. */
function createHandlers(options: SiteOptions): Handlers<typeof shellCalls> {
  const { config, country, paymentUrl, offeredSystems, messageLength, readFees } = options;
  const mapsKey = config.MAPS_KEY ?? null;
  return {
    ...createSiteSettings({ currency: country.currencyLabel, readFees }),
    ...embedSitesHandlers,
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
      ...offeredSystems(context),
      draws: config.DRAWS,
      limits: { imageBytes, messageLength: await messageLength(context), listTake: 100 },
    }),
  };
}

/** The running area of the site. */
export interface Site extends Area {
  /** The name, logo and accent that the operator has chosen, from memory. */
  readBrand(): Promise<Brand>;
  readonly readName: typeof readSiteName;
  readonly usedImages: typeof usedSiteImages;
}

/** Creates the area: the settings of the browser, robots, the sitemap and link previews. */
export function createSite(options: SiteOptions): Site {
  const { db, config, country, images, sitemaps } = options;
  const brand = new BrandCache(db);
  const readBrand = () => brand.read();
  const files = {
    db,
    publicUrl: config.publicUrl,
    sitemaps,
    currency: country.currencyLabel,
    readImage: images.readImage,
    readBrand,
    async readGoal(projectId: string) {
      const goal = await options.readGoal(projectId);
      return goal && { ...goal, amount: toMain(goal.amount), collected: toMain(goal.collected) };
    },
    async readItem(id: string) {
      const item = await options.readItem(id);
      return item && { ...item, price: toMain(item.price) };
    },
  };
  return {
    calls: bindCalls(shellCalls, createHandlers(options)),
    caches: [brand],
    readBrand,
    readName: readSiteName,
    usedImages: usedSiteImages,
    registerOutside(app) {
      registerPublicFiles(app, files);
      registerEmbeds(app, {
        ...files,
        country,
        carriedDraft: options.carriedDraft,
        async readOffer() {
          const offer = await options.readOffer();
          return offer && { ...offer, sums: offer.sums.map(toMain) };
        },
      });
    },
  };
}
