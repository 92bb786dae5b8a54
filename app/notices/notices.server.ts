import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { CountryProfile } from '#app/country.ts';
import type { MemberChats, ReadTelegram } from '#app/memberships/member-chats.server.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import type { Limits } from '#base/calls/rate-limit.server.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import type { Metrics } from '#base/process/metrics.server.ts';
import { createNoticeHandlers } from './cabinet/notice-handlers.server.ts';
import { createChatBot } from './chats/chat-bot.server.ts';
import { handleChatUpdate } from './chats/chat-updates.server.ts';
import { createChatJob } from './chats/chats.server.ts';
import { hasLinked } from './chats/linked-store.server.ts';
import type { DonationActs } from './donation-acts.server.ts';
import { forgetEntries } from './mini-app/entry-store.server.ts';
import { createMiniAppHandlers } from './mini-app/mini-app-handlers.server.ts';
import { createNoticeListeners } from './notice-listeners.server.ts';
import { noticesCalls } from './notices.calls.ts';
import type { OpenTelegramSession } from './open-telegram-session.server.ts';
import type { NoticeSources } from './outbox/compose.server.ts';
import { createNoticeRun } from './outbox/notice-run.server.ts';
import { sweepNotices } from './outbox/notice-store.server.ts';
import { createCodeChats } from './phone/code-chats.server.ts';
import { forgetPhones } from './phone/phone-store.server.ts';
import { createPush, type PushOptions } from './push/push-way.server.ts';
import { createBot, telegramWay } from './telegram/bot.server.ts';
import { forgetUpdates, readBotFacts } from './telegram/bot-store.server.ts';
import { forgetLinks } from './telegram/link-store.server.ts';
import { createMenuOffer } from './telegram/menu-offer.server.ts';
import { startPoller } from './telegram/poller.server.ts';
import { type StaffWork, writeToStaff } from './telegram/staff-channel.server.ts';
import { registerWebhook, startWebhook, webhookSecrets } from './telegram/telegram-webhook.server.ts';
import { createUpdateHandler } from './telegram/updates.server.ts';
import { telegramCalls } from './telegram.calls.ts';
import { noticeWords } from './words/notice-words.server.ts';

interface NoticesOptions extends NoticeSources {
  readonly db: Database;
  readonly config: Pick<
    Config,
    'JWT_SECRET' | 'TELEGRAM_BOT_TOKEN' | 'TELEGRAM_API_URL' | 'TELEGRAM_WEBHOOK' | 'TELEGRAM_STAFF_CHAT' | 'publicUrl'
  > &
    PushOptions['config'];
  readonly country: Pick<
    CountryProfile,
    'currencyLabel' | 'currencyCode' | 'timeZone' | 'defaultLanguage' | 'phonePattern' | 'phoneMask'
  >;
  readonly metrics: Pick<Metrics, 'labelled'>;
  readonly log: Logger;
  readonly limits: Pick<Limits, 'note'>;
  readonly acts: DonationActs;
  readonly openSession: OpenTelegramSession;
  /** The closed chats of creators. */
  readonly chats: MemberChats;
  readStaffWork(db: Queryable): Promise<StaffWork>;
}

const second = 1_000;
const hour = 3_600_000;

const sweeping = (db: Database) => ({
  name: 'old notices',
  everyMilliseconds: hour / 6,
  async run() {
    await sweepNotices(db);
    await forgetLinks(db);
    await forgetUpdates(db);
    await forgetEntries(db);
    await forgetPhones(db);
  },
});

/** The parts that need a bot. */
function createTelegram(options: NoticesOptions & { readonly token: string; tried(outcome: string): void }) {
  const { db, config, country, log, limits, acts, chats, token, readStaffWork } = options;
  const bot = createBot({ token, apiRoot: config.TELEGRAM_API_URL });
  const run = createNoticeRun(options, telegramWay(db, bot, config.publicUrl));
  const { publicUrl } = config;
  const handleChat = (tx: Tx, update: unknown) => handleChatUpdate(tx, update, { chats, botId: bot.id });
  const handle = createUpdateHandler({ db, limits, bot, acts, publicUrl, country, handleChat });
  const chatBot = createChatBot({ token, apiRoot: config.TELEGRAM_API_URL });
  const { path, header } = webhookSecrets(config.JWT_SECRET, bot.id);
  const url = `${config.publicUrl}/api/Telegram/${path}`;
  const chatId = config.TELEGRAM_STAFF_CHAT;
  const { defaultLanguage: language } = country;
  const staff = { db, bot, language, publicUrl: config.publicUrl, readWork: () => readStaffWork(db) };
  const offerMenu = createMenuOffer({ bot, log, publicUrl: config.publicUrl, title: noticeWords[language].openPage });
  return {
    bot,
    jobs: [
      { name: 'notices', everyMilliseconds: second, run: () => run.begin(), stop: () => run.stop() },
      createChatJob({ db, bot: chatBot, chats, limits, publicUrl }),
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
      config.TELEGRAM_WEBHOOK
        ? startWebhook({ db, bot, url, header, log, offerMenu })
        : startPoller({ db, bot, handle, log, offerMenu }),
    ...(config.TELEGRAM_WEBHOOK && {
      register: (api: FastifyInstance) => registerWebhook(api, { path, header }, handle),
    }),
  };
}

/** The running area. */
export type Notices = ReturnType<typeof createNotices>;

/** Creates the area. Without a bot only browsers get notices, and the cabinet says so. */
export function createNotices(options: NoticesOptions) {
  const { db, config, metrics } = options;
  const tries = metrics.labelled('opora_notices_total', 'Attempts to send a notice', ['outcome', 'way']);
  const triedBy = (way: string) => (outcome: string) => tries.add({ outcome, way });
  const token = config.TELEGRAM_BOT_TOKEN;
  const {
    bot = null,
    jobs = [],
    ...parts
  } = token === undefined ? {} : createTelegram({ ...options, token, tried: triedBy('telegram') });
  const push = createPush({ db, config });
  const run = createNoticeRun({ ...options, tried: triedBy('push') }, push.way);
  const readTelegram: ReadTelegram = async (reader, personId) => {
    if (bot === null) return null;
    const facts = await readBotFacts(reader, bot.id);
    return { botName: facts?.userName ?? null, isLinked: await hasLinked(reader, personId) };
  };
  return {
    ...parts,
    calls: [
      ...bindCalls(noticesCalls, createNoticeHandlers(bot, push)),
      ...bindCalls(telegramCalls, createMiniAppHandlers({ token, openSession: options.openSession })),
    ],
    jobs: [
      ...jobs,
      { name: 'notices to browsers', everyMilliseconds: second, run: () => run.begin(), stop: () => run.stop() },
      sweeping(db),
    ],
    codeChats: createCodeChats(db, bot),
    ...createNoticeListeners(bot !== null),
    readTelegram,
  } satisfies Area & Record<string, unknown>;
}
