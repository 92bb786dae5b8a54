import { createHash } from 'node:crypto';
import { userNameOf } from '#app/creators/creators.server.ts';
import { isByTelegram, requireLastingLogin, requireLiveSession } from '#app/identity/identity.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { outerUrlFault } from '#base/outer/outer-address.server.ts';
import { deviceName } from '#base/text/device-name.ts';
import { startOfUser } from '../mini-app-address.ts';
import { pushRefused, telegramOff, telegramUnavailable } from '../notice-failures.ts';
import type { noticesCalls } from '../notices.calls.ts';
import { phoneStart } from '../phone/confirm-phone.server.ts';
import { confirmedDays, endPhoneOfPerson, letChatConfirm, readOwnPhone } from '../phone/phone-store.server.ts';
import { addBrowser } from '../push/push-store.server.ts';
import type { Push } from '../push/push-way.server.ts';
import { changeReceiver, readReceivers, removeReceiver } from '../receivers-store.server.ts';
import { type Bot, TelegramFailure } from '../telegram/bot.server.ts';
import { botName } from '../telegram/bot-name.server.ts';
import { readBotFacts } from '../telegram/bot-store.server.ts';
import { makeLink } from '../telegram/link-store.server.ts';

const linking: Budget = {
  name: 'telegram-link',
  points: 20,
  seconds: 3_600,
  message: 'Не больше 20 ссылок в час. Подождите немного',
};

const adding: Budget = {
  name: 'push-add',
  points: 20,
  seconds: 3_600,
  message: 'Не больше 20 новых браузеров в час. Подождите немного',
};

/** The address that opens a person's page inside Telegram: at once by the main Mini App, else by a button of the bot. */
async function pageInTelegram(db: Queryable, bot: Bot, userId: string): Promise<string | null> {
  const facts = await readBotFacts(db, bot.id);
  const userName = await userNameOf(db, userId);
  if (facts === null || userName === null) return null;
  return `https://t.me/${facts.userName}?${facts.hasMiniApp ? 'startapp' : 'start'}=${startOfUser(userName)}`;
}

/** Whether login codes come to a chat, and where the phone is confirmed; null: a confirmation would be refused. */
async function codeChatOf(db: Queryable, bot: Bot, userId: string) {
  const facts = await readBotFacts(db, bot.id);
  const own = await readOwnPhone(db, userId, bot.id);
  if (facts === null || own === null || (own.confirmedAt === null && !own.isLinked)) return null;
  const { confirmedAt } = own;
  return {
    confirmedAt: confirmedAt === null ? null : confirmedAt.toISOString(),
    endsAt: confirmedAt === null ? null : new Date(confirmedAt.getTime() + confirmedDays * 86_400_000).toISOString(),
    url: `https://t.me/${facts.userName}?start=${phoneStart}`,
  };
}

const fingerprint = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex');

/** Handles the calls of the cabinet. `bot`: null where the platform has none. */
export function createNoticeHandlers(
  bot: Bot | null,
  { keys, isOpen }: Pick<Push, 'keys' | 'isOpen'>,
): Handlers<typeof noticesCalls> {
  return {
    settings: async (_input, context) => {
      // Another key than before has removed the browsers.
      const { publicKey: pushKey } = await keys();
      const { userId } = callerOf(context);
      const rows = await readReceivers(context.db, userId);
      const receivers = rows.map(({ endpoint, createdAt, ...row }) => ({
        ...row,
        browser: endpoint === null ? null : fingerprint(endpoint),
        createdAt: createdAt.toISOString(),
      }));
      const page = bot && (await pageInTelegram(context.db, bot, userId));
      const codeChat = bot && (await codeChatOf(context.db, bot, userId));
      return { hasTelegram: bot !== null, pushKey, pageInTelegram: page, codeChat, receivers };
    },
    linkTelegram: async ({ body: { language } }, context) => {
      if (bot === null) throw telegramOff();
      const caller = callerOf(context);
      await context.limits.spend(linking, caller.userId);
      const userName = await botName(context.database, bot).catch((error: unknown) => {
        throw error instanceof TelegramFailure ? telegramUnavailable() : error;
      });
      const { code, expiresAt } = await context.transaction(async (tx) => {
        // Else somebody who holds another's phone for a moment could log in for good.
        const opensAccount = !(await isByTelegram(tx, caller));
        const made = await makeLink(tx, {
          personId: caller.userId,
          sessionId: caller.sessionId,
          language,
          opensAccount,
        });
        await requireLiveSession(tx, caller);
        return made;
      });
      return { url: `https://t.me/${userName}?start=${code}`, expiresAt: expiresAt.toISOString() };
    },
    addBrowser: async ({ body }, context) => {
      const caller = callerOf(context);
      if (outerUrlFault(body.endpoint, isOpen) !== null) throw pushRefused();
      await context.limits.spend(adding, caller.userId);
      // Nothing is sent before there is a key.
      await keys();
      const name = deviceName(context.request.headers['user-agent'] ?? '') ?? '';
      const id = await context.transaction(async (tx) => {
        await requireLastingLogin(tx, caller);
        const added = await addBrowser(tx, caller.userId, { ...body, name });
        await requireLiveSession(tx, caller);
        return added;
      });
      return { id };
    },
    changeReceiver: async ({ body }, context) => {
      const { userId } = callerOf(context);
      const isDone = await context.transaction((tx) => changeReceiver(tx, userId, body));
      if (!isDone) throw failures.notFound();
      return {};
    },
    letCodeChat: async (_input, context) => {
      const caller = callerOf(context);
      await context.transaction(async (tx) => {
        // Else whoever reads the chat could have the codes come there, and set a password.
        await requireLastingLogin(tx, caller);
        if (!(await letChatConfirm(tx, caller.userId))) throw failures.notFound();
        await requireLiveSession(tx, caller);
      });
      return {};
    },
    endCodeChat: async (_input, context) => {
      const { userId } = callerOf(context);
      const isEnded = await context.transaction((tx) => endPhoneOfPerson(tx, userId));
      if (!isEnded) throw failures.notFound();
      return {};
    },
    deleteReceiver: async ({ query: { id } }, context) => {
      const { userId } = callerOf(context);
      const isGone = await context.transaction((tx) => removeReceiver(tx, userId, id));
      if (!isGone) throw failures.notFound();
      return {};
    },
  };
}
