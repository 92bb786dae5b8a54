import { z } from 'zod';
import { downSystems, offeredSystems } from '#app/payments/payment-wire.ts';
import { get } from '#base/calls/call.ts';
import { embedSitesCalls } from './embed-sites.calls.ts';
import { siteSettingsCalls } from './settings/site-settings.calls.ts';

/** Configuration of the site. */
export const shellCalls = {
  /**
   * Everything that the browser must know, without secrets: country profile, map provider and key, analytics counter (production only),
   * payment host, limits; `messageLength` is that of the donation settings (docs/rules.md#screens).
   */
  config: get('Config', {
    summary: 'What the browser must know of this installation',
    access: 'guest',
    answer: z.object({
      country: z.object({
        code: z.string(),
        phonePrefix: z.string(),
        phoneMask: z.string(),
        currencyLabel: z.string(),
        currencyCode: z.string(),
        language: z.string(),
        /** West, south, east, north in degrees. */
        bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
        /** Longitude, latitude. */
        mapCentre: z.tuple([z.number(), z.number()]),
      }),
      map: z.object({
        provider: z.enum(['yandex', 'builtin']),
        key: z.string().nullable(),
        language: z.string(),
        /** Address of raster tiles for the built-in map, with `{z}`, `{x}`, `{y}`; null: none. */
        tiles: z.string().nullable(),
      }),
      /** Null outside production and without a configured counter. */
      analyticsId: z.string().nullable(),
      /** Origin of the payment gateway, which the browser calls; null: there is none. */
      paymentHost: z.string().nullable(),
      /** What payers may choose from; the first is the default. */
      paymentSystems: offeredSystems,
      downSystems,
      /** Creators may make draws. */
      draws: z.boolean(),
      limits: z.object({ imageBytes: z.int(), messageLength: z.int(), listTake: z.int() }),
    }),
    errors: [],
    cacheSeconds: 60,
  }),
  ...siteSettingsCalls,
  ...embedSitesCalls,
};
