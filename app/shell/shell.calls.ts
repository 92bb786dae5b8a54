import { z } from 'zod';
import { get } from '#base/call.ts';

/** What the whole site is made with. */
export const shellCalls = {
  /**
   * All that the browser must know and no secret: the country's profile, the map's provider and key, the analytics
   * counter (production only), the payment host, limits, `messageLength` being that of the settings of gifts (contract, section 13).
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
      /** Null outside production and where no counter is configured. */
      analyticsId: z.string().nullable(),
      /** Origin of the payment provider, which the browser speaks to. */
      paymentHost: z.string(),
      limits: z.object({ imageBytes: z.int(), messageLength: z.int(), listTake: z.int() }),
    }),
    errors: [],
    cacheSeconds: 60,
  }),
};
