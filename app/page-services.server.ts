import './page-services.ts';
import type { Config } from '#base/config.server.ts';
import { createGuestCaller } from '#base/guest-call.server.ts';
import type { CallServices } from '#base/http.server.ts';
import type { PageServices } from '#base/page-context.ts';
import type { Areas } from './areas.server.ts';
import type { AnyCall } from './calls.ts';
import { recentDonations } from './donations/recent-donations.server.ts';

/** What loaders work with while a page is rendered on the server. */
export function createPageServices(config: Config, areas: Areas, services: CallServices): PageServices {
  return {
    publicUrl: config.publicUrl,
    call: createGuestCaller<AnyCall>(areas.bound, services),
    recentGifts: () => recentDonations(services.db),
  };
}
