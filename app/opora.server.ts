import type { Logger } from 'pino';
import { createCreators, userNameOf } from '#app/creators/creators.server.ts';
import { createDelivery } from '#app/delivery/delivery.server.ts';
import { messageLength, readFees } from '#app/donations/donation-settings.server.ts';
import { createDonations } from '#app/donations/donations.server.ts';
import { createIdentity } from '#app/identity/identity.server.ts';
import { createImages } from '#app/images/images.server.ts';
import { createConnectedTools } from '#app/integrations/connected-tools.server.ts';
import { createIntegrations } from '#app/integrations/integrations.server.ts';
import { createLedger } from '#app/ledger/ledger.server.ts';
import { createMerch, usedProductImages } from '#app/merch/merch.server.ts';
import { createMonitoring } from '#app/monitoring/monitoring.server.ts';
import { isPickUpUsed } from '#app/orders/moves-store.server.ts';
import { createOrders, usedOrderImages } from '#app/orders/orders.server.ts';
import { createPayments } from '#app/payments/payments.server.ts';
import { createPayouts } from '#app/payouts/payouts.server.ts';
import { preparePerson } from '#app/profile/new-person.server.ts';
import { createProfile, usedImages } from '#app/profile/profile.server.ts';
import { createSite } from '#app/site/site.server.ts';
import { usedSiteImages } from '#app/site/site-settings-store.server.ts';
import { createStaff, writeAudit } from '#app/staff/staff.server.ts';
import { rewordAlert } from '#app/widgets/second-message.server.ts';
import { usedWidgetImages } from '#app/widgets/widget-settings-store.server.ts';
import { createWidgets } from '#app/widgets/widgets.server.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Database } from '#base/db/db.server.ts';
import type { EventHub } from '#base/events/live.server.ts';
import type { Limits } from '#base/http/rate-limit.server.ts';
import type { Metrics } from '#base/process/metrics.server.ts';
import type { CountryProfile } from './country.ts';

/** The dependencies of all areas. */
export interface Platform {
  readonly config: Config;
  readonly country: CountryProfile;
  readonly db: Database;
  readonly hub: EventHub;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Origin of the payment gateway; null: there is none. */
  readonly paymentUrl: string | null;
  /** The folder with the program's data. */
  readonly dataDir: string;
}

/** The product's areas, by name. */
export type Areas = ReturnType<typeof createAreas>;

/** Creates each area once, then registers the listeners of their events. */
export function createOpora(platform: Platform): Areas {
  const areas = createAreas(platform);
  addListeners(areas);
  return areas;
}

/** Creates each area with its dependencies: the platform and the areas above it. */
function createAreas(platform: Platform) {
  const { config, country } = platform;
  const monitoring = createMonitoring(platform);
  const identity = createIdentity({
    ...platform,
    preparePerson,
    tools: createConnectedTools({ secret: config.JWT_SECRET, audit: writeAudit }),
    userNameOf,
    codeMeter: monitoring.codeMeter,
  });
  const ledger = createLedger();
  const payments = createPayments({ ...platform, answered: monitoring.recordProviderCall });
  const delivery = createDelivery({ country, isPickUpUsed });
  const images = createImages({
    ...platform,
    usedBy: [usedImages, usedProductImages, usedWidgetImages, usedOrderImages, usedSiteImages],
  });
  const creators = createCreators();
  const profile = createProfile();
  const merch = createMerch();
  const donations = createDonations({ ...platform, payments, rewordAlert });
  const widgets = createWidgets({ ...platform, donations });
  const orders = createOrders({ ...platform, payments, donations: donations.owner });
  const payouts = createPayouts();
  const integrations = createIntegrations({ ...platform, donations });
  const staff = createStaff({
    timeZone: country.timeZone,
    secrets: config.JWT_SECRET,
    cutWidgets: widgets.cut,
    ...donations.overview,
    ...orders.overview,
    ...payments.overview,
  });
  const site = createSite({
    ...{ ...platform, images, sitemaps: [creators.sitemap, merch.sitemap], messageLength, readFees },
    readGoal: widgets.readGoal,
    paymentSystems: payments.offered,
  });
  return {
    monitoring,
    identity,
    ledger,
    payments,
    delivery,
    images,
    creators,
    profile,
    merch,
    donations,
    widgets,
    orders,
    payouts,
    integrations,
    staff,
    site,
  };
}

/** Registers the listeners of events. Listeners of money and alerts run in the transaction of the event, in this order. */
function addListeners(areas: Areas): void {
  const { donations, integrations, ledger, monitoring, orders, payments, payouts, profile, widgets } = areas;

  payments.addOwner(donations.owner);
  payments.addOwner(orders.owner);

  donations.onPaid(widgets.enqueueAlert);
  donations.onPaid(integrations.sendDonationPaid);
  donations.onRefunded(widgets.withdrawAlert);
  donations.onReduced(widgets.refreshStatistics);
  orders.onPaid(integrations.sendOrderPaid);
  profile.onLookChanged(widgets.refreshLook);
  widgets.onShown(integrations.sendDonationsShown);
  widgets.onApproved(integrations.sendDonationsUpdated);
  widgets.onShown(monitoring.recordAlertWaits);

  ledger.describeBy(donations.describePostings);
  ledger.describeBy(orders.describePostings);
  ledger.describeBy(payouts.describePostings);
}
