import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { CountryProfile } from '#app/country.ts';
import type { PaidDonation } from '#app/donations/donation-owner.server.ts';
import type { MovedOrder } from '#app/orders/moved-order.server.ts';
import type { DecidedPayout } from '#app/payouts/payouts.server.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import type { Limits } from '#base/calls/rate-limit.server.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import type { Metrics } from '#base/process/metrics.server.ts';
import { createNoticeHandlers } from './cabinet/notice-handlers.server.ts';
import type { DonationActs } from './donation-acts.server.ts';
import { noticesCalls } from './notices.calls.ts';
import type { NoticeSources } from './outbox/compose.server.ts';
import { createNoticeRun } from './outbox/notice-run.server.ts';
import { createEnqueue, sweepNotices } from './outbox/notice-store.server.ts';
import { createPush, type PushOptions } from './push/push-way.server.ts';
import { createBot, telegramWay } from './telegram/bot.server.ts';
import { forgetUpdates } from './telegram/bot-store.server.ts';
import { forgetLinks } from './telegram/link-store.server.ts';
import { startPoller } from './telegram/poller.server.ts';
import { type StaffWork, writeToStaff } from './telegram/staff-channel.server.ts';
import { registerWebhook, startWebhook, webhookSecrets } from './telegram/telegram-webhook.server.ts';
import { createUpdateHandler } from './telegram/updates.server.ts';

/** A donation whose creator has thanked for it. */
interface ThankedDonation {
  readonly payId: string;
  readonly projectId: string;
  /** Null: given by a guest. */
  readonly donorId: string | null;
}

interface NoticesOptions extends NoticeSources {
  readonly db: Database;
  readonly config: Pick<
    Config,
    'JWT_SECRET' | 'TELEGRAM_BOT_TOKEN' | 'TELEGRAM_API_URL' | 'TELEGRAM_WEBHOOK' | 'TELEGRAM_STAFF_CHAT' | 'publicUrl'
  > &
    PushOptions['config'];
  readonly country: Pick<CountryProfile, 'currencyLabel' | 'currencyCode' | 'defaultLanguage'>;
  readonly metrics: Pick<Metrics, 'labelled'>;
  readonly log: Logger;
  readonly limits: Pick<Limits, 'note'>;
  readonly acts: DonationActs;
  readStaffWork(db: Queryable): Promise<StaffWork>;
}

const second = 1_000;
const hour = 3_600_000;

/** Enqueues what people are notified of. Each runs in the transaction of its event. */
const listenersWith = ({
  forPerson,
  forProject,
  forLostSource,
  forMembers,
  forWinners,
}: ReturnType<typeof createEnqueue>) => ({
  sendDonation: (tx: Tx, { projectId, donationId }: Pick<PaidDonation, 'projectId' | 'donationId'>) =>
    forProject(tx, projectId, { topic: 'donation', subject: donationId }),
  sendPayout: (tx: Tx, { payoutId, personId, ...data }: DecidedPayout) =>
    forPerson(tx, personId, { topic: 'payout', subject: payoutId, data }),
  /** `decisions`: their ids. Sent when they cannot be undone any more. */
  sendReview: (tx: Tx, { userId, ...data }: { userId: string; decisions: readonly string[] }) =>
    forPerson(tx, userId, { topic: 'review', subject: randomUUID(), data }),
  sendSourceLost: (tx: Tx, { projectId, lostAt }: { projectId: string; lostAt: Date }) =>
    forLostSource(tx, projectId, lostAt),
  /** What a creator has written to his members. */
  sendMessage: (tx: Tx, { messageId, personIds }: { messageId: string; personIds: readonly string[] }) =>
    forMembers(tx, personIds, { topic: 'message', subject: messageId }),
  /** A post that a creator has published. */
  sendPost: (tx: Tx, { postId, personIds }: { postId: string; personIds: readonly string[] }) =>
    forMembers(tx, personIds, { topic: 'post', subject: postId }),
  /** To those who have won a draw, whatever else they want to know. */
  sendWin: (tx: Tx, { drawId, personIds }: { drawId: string; personIds: readonly string[] }) =>
    forWinners(tx, personIds, drawId),
  /** To the donor, unless he gave as a guest. */
  sendThanks: async (tx: Tx, { payId, projectId, donorId }: ThankedDonation) => {
    if (donorId !== null) await forPerson(tx, donorId, { topic: 'thanks', subject: payId, data: { projectId } });
  },
  /** To the buyer. */
  sendOrder: (tx: Tx, { userId, ...data }: MovedOrder) =>
    forPerson(tx, userId, { topic: 'order', subject: `${data.orderId}:${data.status}`, data }),
});

const sweeping = (db: Database) => ({
  name: 'old notices',
  everyMilliseconds: hour / 6,
  async run() {
    await sweepNotices(db);
    await forgetLinks(db);
    await forgetUpdates(db);
  },
});

/** The parts that need a bot. */
function createTelegram(options: NoticesOptions & { readonly token: string; tried(outcome: string): void }) {
  const { db, config, country, log, limits, acts, token, readStaffWork, tried } = options;
  const { readDonations, readDecisions, readMessages, readPosts, readDraws } = options;
  const bot = createBot({ token, apiRoot: config.TELEGRAM_API_URL });
  const sources = { readDonations, readDecisions, readMessages, readPosts, readDraws };
  const run = createNoticeRun({ db, currency: country, ...sources, tried }, telegramWay(db, bot, config.publicUrl));
  const handle = createUpdateHandler({ db, limits, bot, acts });
  const { path, header } = webhookSecrets(config.JWT_SECRET, bot.id);
  const url = `${config.publicUrl}/api/Telegram/${path}`;
  const chatId = config.TELEGRAM_STAFF_CHAT;
  const { defaultLanguage: language } = country;
  const staff = { db, bot, language, publicUrl: config.publicUrl, readWork: () => readStaffWork(db) };
  return {
    bot,
    jobs: [
      { name: 'notices', everyMilliseconds: second, run: () => run.begin(), stop: () => run.stop() },
      ...(chatId === undefined
        ? []
        : [
            {
              name: 'channel of the staff',
              everyMilliseconds: 5 * second,
              run: () => writeToStaff({ ...staff, chatId }),
            },
          ]),
    ],
    start: () =>
      config.TELEGRAM_WEBHOOK ? startWebhook({ db, bot, url, header, log }) : startPoller({ db, bot, handle, log }),
    ...(config.TELEGRAM_WEBHOOK && {
      register: (api: FastifyInstance) => registerWebhook(api, { path, header }, handle),
    }),
  };
}

/** Creates the area. Without a bot only browsers get notices, and the cabinet says so. */
export function createNotices(options: NoticesOptions) {
  const { db, config, country: currency, metrics } = options;
  const { readDonations, readDecisions, readMessages, readPosts, readDraws } = options;
  const tries = metrics.labelled('opora_notices_total', 'Attempts to send a notice', ['outcome', 'way']);
  const triedBy = (way: string) => (outcome: string) => tries.add({ outcome, way });
  const token = config.TELEGRAM_BOT_TOKEN;
  const {
    bot = null,
    jobs = [],
    ...parts
  } = token === undefined ? {} : createTelegram({ ...options, token, tried: triedBy('telegram') });
  const push = createPush({ db, config });
  const sources = { readDonations, readDecisions, readMessages, readPosts, readDraws };
  const run = createNoticeRun({ db, currency, ...sources, tried: triedBy('push') }, push.way);
  return {
    ...parts,
    calls: bindCalls(noticesCalls, createNoticeHandlers(bot, push)),
    jobs: [
      ...jobs,
      { name: 'notices to browsers', everyMilliseconds: second, run: () => run.begin(), stop: () => run.stop() },
      sweeping(db),
    ],
    ...listenersWith(createEnqueue(bot !== null)),
  } satisfies Area & Record<string, unknown>;
}
