import type { Logger } from 'pino';
import { countChoices, letGoOfChoices, reduceChoices } from '#app/choices/donation-choices.server.ts';
import { createCreators } from '#app/creators/creators.server.ts';
import { createDelivery, type Delivery } from '#app/delivery/delivery.server.ts';
import { createDonathon } from '#app/donathon/donathon.server.ts';
import { createDonations, type Donations } from '#app/donations/donations.server.ts';
import { createDraws, type Draws } from '#app/draws/draws.server.ts';
import { createGifts, type Gifts } from '#app/gifts/gifts.server.ts';
import { createIdentity, type Identity } from '#app/identity/identity.server.ts';
import { createImages, type Images } from '#app/images/images.server.ts';
import { openImageFiles } from '#app/images/open-image-files.server.ts';
import { createConnectedTools } from '#app/integrations/connected-tools.server.ts';
import { createIntegrations } from '#app/integrations/integrations.server.ts';
import { createJoint, type Joint } from '#app/joint/joint.server.ts';
import { createLedger } from '#app/ledger/ledger.server.ts';
import type { Clock } from '#app/memberships/clock.server.ts';
import { createMemberships, type Memberships } from '#app/memberships/memberships.server.ts';
import { createMerch } from '#app/merch/merch.server.ts';
import { createMonitoring } from '#app/monitoring/monitoring.server.ts';
import type { DonationActs } from '#app/notices/donation-acts.server.ts';
import { createNotices, type Notices } from '#app/notices/notices.server.ts';
import { createOrders, type Orders } from '#app/orders/orders.server.ts';
import { createPayments } from '#app/payments/payments.server.ts';
import { createPayouts, type Payouts } from '#app/payouts/payouts.server.ts';
import { createProfile, type Profile, type ReadArchive } from '#app/profile/profile.server.ts';
import { createReceipts } from '#app/receipts/receipts.server.ts';
import { createRewards } from '#app/rewards/rewards.server.ts';
import { createSite, type Site } from '#app/site/site.server.ts';
import { createStaff } from '#app/staff/staff.server.ts';
import { createTargets } from '#app/targets/targets.server.ts';
import { createVotes } from '#app/votes/votes.server.ts';
import { createWidgets, type Widgets } from '#app/widgets/widgets.server.ts';
import type { Limits } from '#base/calls/rate-limit.server.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Database, Queryable } from '#base/db/db.server.ts';
import type { EventHub } from '#base/events/live.server.ts';
import type { Metrics } from '#base/process/metrics.server.ts';
import type { ProcessClock } from '#base/process/process-clock.server.ts';
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
  /** Reads everything of a person; what that is, `operation/person/` says. */
  readonly readArchive: ReadArchive;
  /** The clock of memberships; by default the database's. */
  readonly clock?: Clock;
  /** The clock of waits; by default the process's own. */
  readonly processClock?: ProcessClock;
}

/** The product's areas, by name. */
export type Areas = ReturnType<typeof createAreas>;

/** Creates each area once, then registers the listeners of their events. */
export function createOpora(platform: Platform): Areas {
  const areas = createAreas(platform);
  addListeners(areas);
  return areas;
}

/**
 * Creates each area with its dependencies: the platform and the areas above it. What it asks of an area below it is only asked when all
 * are there.
 */
function createAreas(platform: Platform) {
  const { config, country, db } = platform;
  const files = openImageFiles(platform);
  const monitoring = createMonitoring(platform);
  const ledger = createLedger({ country });
  const creators = createCreators({
    ...platform,
    storePicture: (bytes, ownerId) => images.storeImage({ bytes, type: 'Banner', ownerId }),
  });
  const profile = createProfile({
    ...platform,
    files,
    timeZone: country.timeZone,
    confirmPassword: (password, context) => identity.confirmPassword(password, context),
  });
  const merch = createMerch({
    memberDiscounts: (context, projectId) => memberships.merchDiscounts(context, projectId),
  });
  const payouts = createPayouts({ timeZone: country.timeZone, payoutDays: config.payoutDays });
  const payments = createPayments({ ...platform, answered: monitoring.recordProviderCall });
  const memberships: Memberships = createMemberships({
    ...platform,
    files,
    payments,
    createDonation: (asked, context) => donations.create(asked, context),
    sendPicture: (asked, context) => images.sendGuarded(asked, context),
    readTelegram: (reader, personId) => notices.readTelegram(reader, personId),
  });
  const donations: Donations = createDonations({
    ...platform,
    payments,
    rewordAlert: (tx, donation) => widgets.rewordAlert(tx, donation),
    beginMonthly: memberships.beginMonthly,
  });
  const draws = createDraws(platform);
  const joint = createJoint(platform);
  const widgets: Widgets = createWidgets({ ...platform, donations, memberships });
  const delivery = createDelivery({ country, isPickUpUsed: (tx, id) => orders.isPickUpUsed(tx, id) });
  const orders: Orders = createOrders({
    ...platform,
    payments,
    quoteDelivery: delivery.quote,
    donations: donations.owner,
  });
  const gifts = giftsOf(platform, { donations, memberships, delivery, orders });
  const images: Images = createImages({
    ...platform,
    files,
    usedBy: [
      profile.usedImages,
      merch.usedImages,
      widgets.usedImages,
      orders.usedImages,
      (tx, names) => site.usedImages(tx, names),
      memberships.usedImages,
    ],
  });
  const site: Site = createSite({
    ...platform,
    ...donations.forSite,
    readGoal: widgets.readGoal,
    readItem: (id) => merch.readPreview(db, id),
    images,
    sitemaps: [creators.sitemap, merch.sitemap, memberships.sitemap],
    offeredSystems: (context) => payments.offer(context),
  });
  const staff = createStaff({
    timeZone: country.timeZone,
    phoneMask: country.phoneMask,
    secrets: config.JWT_SECRET,
    cutWidgets: widgets.cut,
    ...supportOf(gifts, memberships),
    ...donations.overview,
    ...orders.overview,
    ...payments.overview,
  });
  const identity: Identity = createIdentity({
    ...platform,
    preparePerson: profile.preparePerson,
    tools: createConnectedTools({ secret: config.JWT_SECRET, audit: staff.audit }),
    ownNamesOf: creators.ownNamesOf,
    siteName: site.readName,
    codeMeter: monitoring.codeMeter,
  });
  const sources = noticeSources({ identity, donations, widgets, memberships, draws, gifts, joint, profile, payouts });
  const notices: Notices = createNotices({ ...platform, ...sources });
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
    ...createOffers(db, donations),
    draws,
    donathon: createDonathon(),
    joint,
    memberships,
    gifts,
    widgets,
    orders,
    payouts,
    notices,
    integrations: createIntegrations({ ...platform, donations, widgets }),
    staff,
    site,
    receipts: createReceipts({ country, donations }),
  };
}

/** What donors give to others: months of a level, and pieces of merch. */
function giftsOf(
  platform: Platform,
  areas: {
    readonly donations: Donations;
    readonly memberships: Memberships;
    readonly delivery: Delivery;
    readonly orders: Orders;
  },
): Gifts {
  const { donations, memberships, delivery, orders } = areas;
  return createGifts({
    ...platform,
    createDonation: donations.create,
    events: memberships.events,
    highestPickUp: delivery.highestPickUp,
    quoteDelivery: delivery.quote,
    placeGiven: orders.placeGiven,
  });
}

/** Locks, and ends, what a creator who is being blocked gives and gets; and what the overview says of monthly support. */
function supportOf(gifts: Gifts, memberships: Memberships) {
  const endMemberships: Memberships['endAllOf'] = async (tx, person) => {
    // Before the memberships, which a drawing that is under way adds to.
    await gifts.endAllOf(tx, person.projectId);
    await memberships.endAllOf(tx, person);
  };
  return { lockSupport: gifts.lockAllOf, endMemberships, ...memberships.overview };
}

/** What creators give donors to choose. */
function createOffers(db: Database, donations: Donations) {
  return {
    votes: createVotes({ stoppedWords: donations.stoppedWords }),
    targets: createTargets({ leastFault: donations.leastFault }),
    rewards: createRewards({ db, readWords: donations.words, amountFault: donations.amountFault }),
  };
}

/** What notices read of other areas, and what their buttons and linked chats do there. */
function noticeSources(areas: {
  readonly identity: Identity;
  readonly donations: Donations;
  readonly widgets: Widgets;
  readonly memberships: Memberships;
  readonly draws: Draws;
  readonly gifts: Gifts;
  readonly joint: Joint;
  readonly profile: Profile;
  readonly payouts: Payouts;
}) {
  const { identity, donations, widgets, memberships, draws, gifts, joint, profile, payouts } = areas;
  return {
    openSession: identity.openTelegramSession,
    acts: {
      controlAlert: widgets.controlDonation,
      thank: async (tx, asked) => (await donations.thankFor(tx, asked)) !== null,
    } satisfies DonationActs,
    readDonations: donations.paidDonations,
    readDecisions: profile.standingDecisions,
    chats: memberships.chats,
    readMessages: memberships.readMessages,
    readPosts: memberships.readPosts,
    readDonorNews: memberships.readDonorNews,
    readDraws: draws.readNotices,
    readJointNews: joint.readNews,
    readPieceNews: gifts.readNews,
    async readStaffWork(db: Queryable) {
      return { profiles: (await profile.reviewBacklog(db)).people, payouts: await payouts.countRequested(db) };
    },
  };
}

/** Registers the listeners of events. Listeners of money and alerts run in the transaction of the event, in this order. */
function addListeners(areas: Areas): void {
  const {
    donathon,
    donations,
    draws,
    gifts,
    identity,
    integrations,
    joint,
    ledger,
    memberships,
    monitoring,
    notices,
    orders,
    payments,
    payouts,
    profile,
    staff,
    widgets,
  } = areas;

  identity.sendFirstTo(notices.codeChats);

  payments.addOwner(donations.owner);
  payments.addOwner(orders.owner);

  // A membership is locked before the events of its creator, as by its end.
  donations.onMonthPaid(memberships.whenPaid);
  // A clock is locked after the totals of its project, votes, targets and rewards after the clock, and all before the events.
  donations.onTimePaid(donathon.addTime);
  donations.onPaid(gifts.payments.whenPaid);
  // What a donor chooses counts the whole that was given, not the share of one creator.
  donations.onPaid((tx, donation) => countChoices(tx, { ...donation, amount: donation.whole ?? donation.amount }));
  donations.onPaid((tx, donation) => {
    // What a friend gets is nothing for viewers.
    const giftedMonths = donation.giftedTo === 'Chat' ? donation.giftedMonths : null;
    // Each overlay of a stream together shows what the donor gave.
    return widgets.enqueueAlert(tx, { ...donation, amount: donation.whole ?? donation.amount, giftedMonths });
  });
  donations.onPaid(integrations.sendDonationPaid);
  donations.onPaid(notices.sendDonation);
  donations.onRefunded(memberships.whenRefunded);
  donations.onRefunded(gifts.payments.whenRefunded);
  donations.onRefunded((tx, donation) => donathon.reduceTime(tx, donation, null));
  donations.onRefunded((tx, donation) => reduceChoices(tx, donation, null));
  donations.onRefunded(widgets.withdrawAlert);
  donations.onReduced(memberships.whenReduced);
  donations.onReduced(gifts.payments.whenReduced);
  donations.onReduced((tx, donation) => donathon.reduceTime(tx, donation, donation.back));
  donations.onReduced((tx, donation) => reduceChoices(tx, donation, donation.wholeBack));
  donations.onReduced(widgets.refreshStatistics);
  donations.onGivenUp(letGoOfChoices);
  donations.onThanked(notices.sendThanks);
  memberships.events.onStarted(integrations.memberships.sendStarted);
  // Others are shown with the donation that pays them.
  memberships.events.onStarted(async (tx, notice) => (notice.isGifted ? widgets.refreshGoal(tx, notice) : undefined));
  memberships.events.onCharged(integrations.memberships.sendCharged);
  memberships.events.onFailed(integrations.memberships.sendFailed);
  memberships.events.onEnded(integrations.memberships.sendEnded);
  memberships.events.onEnded(widgets.refreshGoal);
  memberships.events.onWritten(notices.sendMessage);
  memberships.events.onPublished(notices.sendPost);
  memberships.events.onNoticed(notices.sendSupport);
  draws.onWon(notices.sendWin);
  joint.onNoticed(notices.sendJoint);
  gifts.onNoticed(notices.sendPieces);
  orders.onPaid(integrations.sendOrderPaid);
  orders.onMoved(notices.sendOrder);
  profile.onLookChanged(widgets.refreshLook);
  widgets.onShown(integrations.sendDonationsShown);
  widgets.onApproved(integrations.sendDonationsUpdated);
  widgets.onSourceLost(notices.sendSourceLost);
  payouts.onDecided(notices.sendPayout);
  staff.onReviewed(notices.sendReview);
  widgets.onShown(monitoring.recordAlertWaits);

  ledger.describeBy(donations.describePostings);
  ledger.describeBy(orders.describePostings);
  ledger.describeBy(payouts.describePostings);
}
