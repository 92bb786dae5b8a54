import { join } from 'node:path';
import type { Logger } from 'pino';
import type { CountryProfile } from '#app/country.ts';
import type { Donations } from '#app/donations/donations.server.ts';
import type { PaidDonation } from '#app/donations/paid-donation.server.ts';
import type { ImageFiles } from '#app/images/image-files.server.ts';
import { chargeTokenSealer } from '#app/payments/card-token-sealer.server.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import { createBeginMonthly } from './begin-monthly.server.ts';
import { forgetOldCards } from './charging/cards-store.server.ts';
import { Charging } from './charging/charging.server.ts';
import { PaidMonths } from './charging/paid-months.server.ts';
import { RemovingCards } from './charging/removing-cards.server.ts';
import { SavingCards } from './charging/saving-cards.server.ts';
import { createChatHandlers } from './chat/chat-handlers.server.ts';
import { type Clock, databaseClock } from './clock.server.ts';
import { endMembershipsOf, membershipsTag } from './endings.server.ts';
import { createLevelHandlers } from './levels/level-handlers.server.ts';
import { readMerchDiscounts, usedLevelImages } from './levels-store.server.ts';
import { createMemberChats, type ReadTelegram } from './member-chats.server.ts';
import { createMemberHandlers } from './members/member-handlers.server.ts';
import { MembershipEvents } from './membership-events.server.ts';
import { membershipsCalls } from './memberships.calls.ts';
import { createMessageHandlers } from './messages/message-handlers.server.ts';
import { readMemberMessages, runMessages } from './messages/message-run.server.ts';
import { createDonorNews } from './noticing/donor-news.server.ts';
import { Noticing } from './noticing/noticing.server.ts';
import { createOwnHandlers } from './own/own-handlers.server.ts';
import { createAudioAddresses } from './posts/audio/audio-addresses.server.ts';
import { AudioReader } from './posts/audio/audio-content.server.ts';
import { createAudioHandlers } from './posts/audio/audio-handlers.server.ts';
import { sweepUnusedAudio } from './posts/audio/audio-upload.server.ts';
import { Listeners } from './posts/audio/listeners.server.ts';
import { storePostAudio } from './posts/audio/store-audio.server.ts';
import type { PostsDeps } from './posts/post-deps.server.ts';
import { createPostHandlers } from './posts/post-handlers.server.ts';
import { readPostNotices, runPosts } from './posts/post-run.server.ts';
import { postsSitemap } from './posts/post-sitemap-store.server.ts';
import { usedPostImages } from './posts/post-store.server.ts';
import { monthsOf } from './staff/months-of-donations-store.server.ts';
import { createStaffHandlers } from './staff/staff-handlers.server.ts';
import { readLiveTotals } from './totals-store.server.ts';

interface MembershipsOptions {
  readonly db: Database;
  readonly config: Pick<Config, 'JWT_SECRET'>;
  readonly country: Pick<CountryProfile, 'timeZone'>;
  /** Where the audio of posts stands. */
  readonly files: ImageFiles;
  /** The folder with the program's data: audio that is still coming stands below it. */
  readonly dataDir: string;
  readonly createDonation: Donations['create'];
  readonly payments: Pick<Payments, 'charges' | 'openPayment' | 'refundPayment'>;
  /** Sends a picture of a post to a person who may see it. */
  readonly sendPicture: PostsDeps['sendPicture'];
  /** What the platform's bot knows of a person. */
  readonly readTelegram: ReadTelegram;
  /** By default the database's. */
  readonly clock?: Clock | undefined;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

const minute = 60_000;
const hour = 60 * minute;

/** The running area. */
export type Memberships = ReturnType<typeof createMemberships>;

/** Creates the area. */
export function createMemberships({ createDonation, sendPicture, readTelegram, ...options }: MembershipsOptions) {
  const { db, config, country, payments, clock = databaseClock, log } = options;
  const { timeZone } = country;
  const events = new MembershipEvents();
  const sealer = chargeTokenSealer(config.JWT_SECRET);
  const deps = { db, payments, clock, sealer, events, timeZone, log };
  const cards = new SavingCards(deps);
  const removing = new RemovingCards(deps);
  const charging = new Charging(deps);
  const months = new PaidMonths(deps);
  const noticing = new Noticing(deps);
  const audio = {
    clock,
    files: options.files,
    incoming: join(options.dataDir, 'incoming'),
    reader: new AudioReader(),
    addresses: createAudioAddresses(config.JWT_SECRET),
    listeners: new Listeners(),
    log,
  };
  return {
    calls: bindCalls(membershipsCalls, {
      ...createLevelHandlers(payments),
      ...createOwnHandlers({ ...deps, cards, createDonation }),
      ...createMemberHandlers(deps),
      ...createMessageHandlers(deps),
      ...createPostHandlers({ clock, timeZone, sendPicture }),
      ...createAudioHandlers(audio),
      ...createStaffHandlers(deps),
      ...createChatHandlers({ clock, readTelegram }),
    }),
    jobs: [
      { name: 'charges of memberships', everyMilliseconds: 1_000, run: () => charging.run() },
      { name: 'cards of memberships', everyMilliseconds: 1_000, run: () => cards.sweep() },
      { name: 'removed cards of memberships', everyMilliseconds: 1_000, run: () => removing.sweep() },
      { name: 'ended memberships', everyMilliseconds: 5_000, run: () => charging.settleEnded() },
      { name: 'messages to members', everyMilliseconds: 1_000, run: () => runMessages(deps) },
      { name: 'notices to donors', everyMilliseconds: minute, run: () => noticing.run() },
      { name: 'notices of posts', everyMilliseconds: 1_000, run: () => runPosts(deps) },
      { name: 'unused audio', everyMilliseconds: hour, run: () => sweepUnusedAudio(db, audio) },
      { name: 'old cards of memberships', everyMilliseconds: hour, run: () => forgetOldCards(db) },
    ],
    /** Books the months that donations pay. */
    whenPaid: (tx: Tx, donation: PaidDonation, planned: number) => months.whenPaid(tx, donation, planned),
    whenRefunded: (tx: Tx, donation: PaidDonation) => months.whenRefunded(tx, donation),
    whenReduced: (tx: Tx, reduced: Parameters<PaidMonths['whenReduced']>[1]) => months.whenReduced(tx, reduced),
    /** Ends all that a person gives and gets, because he is blocked. */
    endAllOf: async (tx: Tx, person: { readonly userId: string; readonly projectId: string }) =>
      endMembershipsOf(tx, deps, { ...person, now: await clock(tx) }),
    events,
    /** For the bot that lets members into closed chats. */
    chats: createMemberChats(clock),
    beginMonthly: createBeginMonthly({ clock, timeZone }),
    usedImages: async (db: Queryable, names: readonly string[]) => {
      const found = await Promise.all([usedLevelImages(db, names), usedPostImages(db, names)]);
      return found.flat();
    },
    sitemap: postsSitemap,
    overview: { monthsOf },
    /** What members of a project may get off its merch; 0 is offered where monthly support cannot be begun. */
    merchDiscounts: async ({ db, tag }: Pick<CallContext, 'db' | 'tag'>, projectId: string) => {
      tag(membershipsTag(projectId));
      const discounts = await readMerchDiscounts(db, projectId);
      return payments.charges.systemFor(undefined) === null ? { ...discounts, offered: 0 } : discounts;
    },
    /** How many members a project has. */
    countMembers: async (reader: Queryable, projectId: string) => (await readLiveTotals(reader, projectId)).members,
    /** Messages to members that notices are about. */
    readMessages: readMemberMessages,
    /** Posts that notices are about. */
    readPosts: readPostNotices,
    /** What notices to donors say. */
    readDonorNews: createDonorNews(clock),
    /** Gives a post an audio file that did not come by an upload, as those of the demo world. */
    storePostAudio: (tx: Tx, given: Parameters<typeof storePostAudio>[2]) => storePostAudio(audio, tx, given),
    /** For tests that move the clock: one round of each job. */
    charging,
    cards,
    removing,
    noticing,
    sweepUnusedAudio: () => sweepUnusedAudio(db, audio),
  } satisfies Area & Record<string, unknown>;
}
